import type { ProjectId } from "../projects/index.ts";
import type { Branded } from "../std/id.ts";

export type WebhookId = Branded<"WebhookId">;

/** R37. */
export const webhookEvents = ["job.completed", "job.failed", "job.archived", "pull_request.opened"] as const;
export type WebhookEvent = (typeof webhookEvents)[number];

/** Sent when somebody asks for it, to see whether the receiver hears and verifies. It tells of no job. */
export const testEvent = "webhook.test";

/** Where a project wants to be told of its jobs. Its secret is shown once, when it is made. */
export interface Webhook {
  readonly id: WebhookId;
  readonly projectId: ProjectId;
  readonly url: string;
  readonly events: readonly WebhookEvent[];
  readonly createdAt: number;
  /** Nothing more is sent: somebody paused it, or the receiver said that it is gone (410). */
  readonly disabledAt: number | null;
}

/** One line of the delivery log. */
export interface Delivery {
  /** The `webhook-id` that it is sent with, the same at each attempt. */
  readonly id: string;
  readonly webhookId: WebhookId;
  readonly type: WebhookEvent | typeof testEvent;
  readonly status: "waiting" | "delivered" | "failed";
  readonly attempts: number;
  /** The HTTP status of the last attempt; null where there was no answer. */
  readonly lastStatus: number | null;
  /** Why the last attempt failed, as a word. */
  readonly lastError: string | null;
  readonly createdAt: number;
  readonly attemptedAt: number | null;
  readonly nextAt: number | null;
}
