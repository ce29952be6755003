import type { ProjectId } from "../projects/index.ts";
import type { Branded } from "../std/id.ts";

export type WebhookId = Branded<"WebhookId">;

/** R37. */
export const webhookEvents = ["job.completed", "job.failed", "job.archived", "pull_request.opened"] as const;
export type WebhookEvent = (typeof webhookEvents)[number];

/** Sent on request, to test whether the receiver gets and verifies events. This event is not about a job. */
export const testEvent = "webhook.test";

/** A URL that receives events about a project's jobs. Its secret is shown once, when it is created. */
export interface Webhook {
  readonly id: WebhookId;
  readonly projectId: ProjectId;
  readonly url: string;
  readonly events: readonly WebhookEvent[];
  readonly createdAt: number;
  /** The time at which sending stopped: someone paused the webhook, or the receiver responded with 410 (Gone). */
  readonly disabledAt: number | null;
}

/** One line of the delivery log. */
export interface Delivery {
  /** The `webhook-id` header, the same on each attempt. */
  readonly id: string;
  readonly webhookId: WebhookId;
  readonly type: WebhookEvent | typeof testEvent;
  readonly status: "waiting" | "delivered" | "failed";
  readonly attempts: number;
  /** The HTTP status of the last attempt, or null if there was no response. */
  readonly lastStatus: number | null;
  /** The reason why the last attempt failed, in a word or two. */
  readonly lastError: string | null;
  readonly createdAt: number;
  readonly attemptedAt: number | null;
  readonly nextAt: number | null;
}
