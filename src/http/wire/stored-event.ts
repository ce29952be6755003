import { z } from "zod";

/** R59. For documentation only: `analytics/export-events.ts` creates the events. */
export const storedEvent = z
  .object({
    timestamp: z.string().meta({ example: "2026-11-21T09:30:00.000Z" }),
    path: z.string().meta({ example: "/guides/setup" }),
    visitor: z.string().meta({
      description:
        "The same for all events of a visitor within this export. It differs in every export and can't be traced back.",
    }),
    countsAs: z
      .enum(["human", "ai"])
      .nullable()
      .meta({ description: "The kind as which the event counts, or null if it counts as neither." }),
    kind: z.enum(["human", "ai", "bot"]),
    category: z.string().nullable().meta({ description: "The AI category or the type of bot." }),
    name: z.string().nullable(),
    operator: z.string().nullable(),
    confidence: z.string(),
    rule: z.string(),
    source: z.enum(["browser", "server", "log"]),
    referrer: z.string().meta({ description: "The referring host. Empty if there is none." }),
    host: z.string().nullable().meta({
      description: "The requested host without `www.` or a port. Null if it is unknown.",
    }),
    userAgent: z.string(),
  })
  .meta({ id: "StoredEvent" });

export const deletedEvents = z
  .object({ events: z.int().meta({ description: "The number of deleted events." }) })
  .meta({ id: "DeletedEvents" });
