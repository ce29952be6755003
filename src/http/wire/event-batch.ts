import { z } from "zod";
import { countsLimits } from "../../analytics/index.ts";
import { limits } from "../../limits.ts";

const { eventIdCharsMax, batchEventsMax } = countsLimits;
const { visitorIdCharsMax } = limits.collect;

/**
 * R51. Describes; events are read by hand (`analytics/sources/read-event.ts`), since there are sixty thousand a second,
 * and a test holds the two together.
 */
export const event = z
  .object({
    id: z.string().min(1).max(eventIdCharsMax).nullish().meta({
      description: "The sender's id. The same one within 48 hours is the same event.",
    }),
    timestamp: z.union([z.string(), z.number()]).nullish().meta({
      description: "ISO 8601, or a number since 1970 in seconds or milliseconds. Default: now.",
      example: "2026-11-21T09:30:00Z",
    }),
    url: z.string().nullish().meta({ description: "The page's URL. It or `path` must be given." }),
    path: z.string().nullish().meta({ example: "/guides/setup" }),
    ip: z.string().nullish().meta({ description: "The visitor's address. It is hashed and not kept." }),
    userAgent: z.string().nullish(),
    method: z.string().nullish().meta({ description: "Default: GET. Others are ignored." }),
    status: z.int().min(100).max(599).nullish().meta({ description: "Default: 200." }),
    referrer: z.string().nullish(),
    headers: z
      .record(z.string(), z.union([z.string(), z.array(z.string())]))
      .nullish()
      .meta({ description: "Of the visitor's request. Those that tell who asked are looked at." }),
    visitorId: z.string().min(1).max(visitorIdCharsMax).nullish().meta({
      description: "The site's own name of the visitor, in place of address and user agent. It is hashed.",
    }),
    source: z.string().nullish().meta({ description: "`browser`, `server` (default) or `log`." }),
  })
  .meta({ id: "SentEvent" });

export const eventBatch = z.array(event).max(batchEventsMax);

export const ingestResult = z
  .object({
    accepted: z.int().meta({ description: "Recorded, and durable." }),
    duplicates: z.int().meta({ description: "Known already, by id or by visitor, path and time." }),
    ignored: z.record(z.string(), z.int()).meta({
      description: "What is no content view, or may not be counted, by reason.",
      example: { asset: 12, not_get: 1 },
    }),
    rejected: z.array(
      z.object({
        index: z.int().meta({ description: "Of the event in the batch, from 0." }),
        error: z.string().meta({ example: "future_timestamp" }),
        message: z.string(),
      }),
    ),
  })
  .meta({ id: "IngestResult" });
