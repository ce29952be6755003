import { z } from "zod";
import {
  callers,
  countsLimits,
  feedbackSources,
  readerEventLimits,
  resolutionStatuses,
  responseTypes,
} from "../../analytics/index.ts";
import { limits } from "../../limits.ts";

const {
  commentCharsMax,
  queryCharsMax,
  responseCharsMax,
  contactCharsMax,
  codeCharsMax,
  nameCharsMax,
  urlCharsMax,
  sourcesMax,
} = readerEventLimits;

const text = (charsMax: number) => z.string().max(charsMax).nullish();

const search = {
  type: z.literal("search"),
  query: z.string().min(1).max(queryCharsMax),
  results: z.int().min(0).nullish().meta({ description: "The number of results." }),
  clicked: z.string().nullish().meta({ description: "The path or URL of the result that was opened." }),
};

const feedback = {
  type: z.literal("feedback"),
  path: z.string().nullish().meta({ description: "The page. Required unless `url` is given." }),
  url: z.string().nullish(),
  helpful: z.boolean().nullish(),
  comment: text(commentCharsMax),
  contact: text(contactCharsMax),
  source: z.enum(feedbackSources).nullish().meta({
    description:
      "Default: `code_snippet` with `code`, `contextual` with a comment or contact, otherwise `thumbs_only`.",
  }),
  code: text(codeCharsMax),
  filename: text(nameCharsMax),
  lang: text(nameCharsMax),
};

const conversation = {
  type: z.literal("conversation"),
  query: z.string().min(1).max(queryCharsMax),
  response: z.string().min(1).max(responseCharsMax),
  responseType: z.enum(responseTypes).nullish().meta({ description: "Default: `answer`." }),
  sources: z
    .array(z.object({ title: z.string().max(queryCharsMax).nullish(), url: z.string().max(urlCharsMax) }))
    .max(sourcesMax)
    .nullish(),
  resolutionStatus: z.enum(resolutionStatuses),
  category: text(nameCharsMax),
  pageUrl: z.string().max(urlCharsMax).nullish(),
  caller: z.enum(callers).nullish().meta({ description: "Default: `other`." }),
};

const fromServer = {
  id: z.string().min(1).max(countsLimits.eventIdCharsMax).nullish(),
  timestamp: z.union([z.string(), z.number()]).nullish(),
  ip: z.string().nullish(),
  userAgent: z.string().nullish(),
  visitorId: z.string().min(1).max(limits.collect.visitorIdCharsMax).nullish(),
};

const fromBrowser = {
  u: z.string().optional().meta({ description: "The URL of the page." }),
  t: z.int().optional().meta({ description: "Milliseconds since 1970." }),
};

/** R70. For documentation only: `packages/reader-events/parse-reader-event.ts` parses these events. */
export const readerEvent = z
  .discriminatedUnion("type", [
    z.object({ ...search, ...fromServer }),
    z.object({ ...feedback, ...fromServer }),
    z.object({ ...conversation, ...fromServer }),
  ])
  .meta({
    id: "SentReaderEvent",
    description: "A search, feedback or conversation. Lengths are in characters.",
  });

export const browserReaderEvent = z
  .discriminatedUnion("type", [
    z.object({ ...search, ...fromBrowser }),
    z.object({ ...feedback, ...fromBrowser }),
  ])
  .meta({ id: "SentByReader", description: "A search or feedback. Lengths are in characters." });
