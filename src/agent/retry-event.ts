import type { NewEvent } from "../jobs/index.ts";
import type { Retry } from "./models/model.ts";

/**
 * Tells whoever watches a job why nothing happens for now. Of what the provider answered only the status is told: its
 * words may repeat what it was sent. At most `limits.models.triesMax` - 1 of these stand between two steps.
 */
export function retryEvent({ status, waitMs, attempt, triesMax }: Retry): NewEvent {
  const why = status === 429 ? "The model takes no more requests for now" : "The model does not answer";
  const seconds = Math.max(1, Math.ceil(waitMs / 1000));
  const text = `${why}${status === null ? "" : ` (${status})`}, trying again in ${seconds} s (${attempt} of ${triesMax})`;
  return { type: "turn.retrying", data: { text, status, waitMs: Math.round(waitMs), attempt, triesMax } };
}
