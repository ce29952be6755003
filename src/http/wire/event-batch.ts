import { z } from "zod";
import { countsLimits } from "../../analytics/index.ts";
import { limits } from "../../limits.ts";
import { readerEvent } from "./sent-reader-event.ts";

const { eventIdCharsMax, batchEventsMax } = countsLimits;
const { visitorIdCharsMax } = limits.collect;

/**
 * R51. For documentation only: `analytics/sources/read-event.ts` parses events by hand, because it handles sixty
 * thousand per second. A test keeps the two consistent.
 */
export const event = z
  .object({
    id: z.string().min(1).max(eventIdCharsMax).nullish().meta({
      description: "The sender's ID for the event. Events with the same ID within 48 hours count once.",
    }),
    timestamp: z.union([z.string(), z.number()]).nullish().meta({
      description: "ISO 8601, or a number of seconds or milliseconds since 1970. Default: now.",
      example: "2026-11-21T09:30:00Z",
    }),
    url: z.string().nullish().meta({ description: "The URL of the page. Required unless `path` is given." }),
    path: z.string().nullish().meta({ example: "/guides/setup" }),
    ip: z.string().nullish().meta({ description: "The visitor's IP address. It is hashed, not stored." }),
    userAgent: z.string().nullish(),
    method: z
      .string()
      .nullish()
      .meta({ description: "Default: GET. Events with other methods are ignored." }),
    status: z.int().min(100).max(599).nullish().meta({ description: "Default: 200." }),
    referrer: z.string().nullish(),
    headers: z
      .record(z.string(), z.union([z.string(), z.array(z.string())]))
      .nullish()
      .meta({
        description:
          "Headers of the visitor's request. Only those that help to identify the client are used.",
      }),
    visitorId: z.string().min(1).max(visitorIdCharsMax).nullish().meta({
      description: "The site's own visitor ID, used instead of IP address and user agent. It is hashed.",
    }),
    source: z.string().nullish().meta({ description: "`browser`, `server` (default) or `log`." }),
  })
  .meta({ id: "SentEvent" });

export const eventBatch = z.array(z.union([event, readerEvent])).max(batchEventsMax);

export const ingestResult = z
  .object({
    accepted: z.int().meta({ description: "Events that were stored durably." }),
    duplicates: z.int().meta({
      description:
        "Events that were already received: with the same ID, or with the same visitor and time and the same path or content.",
    }),
    ignored: z.record(z.string(), z.int()).meta({
      description: "Events that are not content views or must not be counted, by reason.",
      example: { asset: 12, not_get: 1 },
    }),
    rejected: z.array(
      z.object({
        index: z.int().meta({ description: "The position of the event in the batch, from 0." }),
        error: z.string().meta({ example: "future_timestamp" }),
        message: z.string(),
      }),
    ),
  })
  .meta({ id: "IngestResult" });
