import { createWebhooks, type Webhooks, type WebhooksOptions } from "./create-webhooks.ts";
import { createDeliver, type DeliverOptions } from "./deliver.ts";
import { createWebhookRunner, type RunWebhooksOptions, type WebhookRunner } from "./run-webhooks.ts";

/** Sets up webhooks and the runner that sends their deliveries. */
export function openWebhooks(
  options: WebhooksOptions & DeliverOptions & Omit<RunWebhooksOptions, "deliver">,
): { webhooks: Webhooks; runner: WebhookRunner } {
  const deliver = createDeliver(options);
  return { webhooks: createWebhooks(options), runner: createWebhookRunner({ ...options, deliver }) };
}
