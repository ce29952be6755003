import { z } from "zod";
import type { JobEvent } from "../../jobs/index.ts";
import { isoTime } from "./iso-time.ts";

export const wireEvent = z
  .object({
    seq: z.int().min(1).meta({ description: "1 and up within the job." }),
    type: z.enum([
      "job.created",
      "message.queued",
      "turn.started",
      "turn.resumed",
      "turn.step",
      "turn.retrying",
      "turn.checks",
      "turn.policy",
      "turn.feedback",
      "turn.compacted",
      "turn.pushed",
      "turn.completed",
      "turn.failed",
      "pull_request.opened",
      "pull_request.updated",
      "pull_request.merged",
      "pull_request.closed",
      "pull_request.reopened",
      "job.completed",
      "job.failed",
      "job.cancelled",
      "job.archived",
      "job.unarchived",
    ]),
    data: z.record(z.string(), z.unknown()).meta({
      description:
        "What else is known, by type. Of `turn.retrying`, which tells that the model does not answer for now: a sentence (`text`), the `status` that came from its provider or null, `waitMs` until the next attempt, and which one that is (`attempt` of `triesMax`).",
    }),
    createdAt: isoTime,
  })
  .meta({ id: "Event", description: "How a job got where it is. The job itself stays the truth." });

export const wireEventPage = z
  .object({
    events: z.array(wireEvent),
    nextCursor: z.string().nullable().meta({ description: "Null where nothing follows yet." }),
  })
  .meta({ id: "EventPage" });

export function toWireEvent({ seq, type, data, at }: JobEvent): z.output<typeof wireEvent> {
  return { seq, type, data, createdAt: new Date(at).toISOString() };
}
