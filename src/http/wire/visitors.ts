import { z } from "zod";
import { aiCategories, readerEventLimits } from "../../analytics/index.ts";
import { foundReasons } from "../../opportunities/index.ts";
import { isoTime } from "./iso-time.ts";

const { missingReferrersMax } = readerEventLimits;
const count = z.int().min(0);

export const counts = {
  human: count,
  ai: count,
  total: count.meta({ description: "Counts each visitor once, even one seen as both kinds." }),
};

/** R10. */
const visitorTotals = z.object(counts).meta({ id: "VisitorCounts" });

const path = z.string().meta({ description: "The path of the page.", example: "/guides/deploy" });
const hasMore = z.boolean().meta({ description: "Whether there are more rows after this page." });
const category = z.enum(aiCategories);
const operator = z
  .string()
  .nullable()
  .meta({ description: "The organization that operates the agent. Null if unknown." });

/** R9. */
export const pageVisitors = z.object({ path, ...counts }).meta({ id: "PageVisitors" });
export const visitorsAnswer = z
  .object({ totals: visitorTotals, visitors: z.array(pageVisitors), hasMore })
  .meta({ id: "Visitors" });

/** R40. */
export const pageViews = z
  .object({ path, human: count, ai: count, total: count })
  .meta({ id: "PageViews", description: "Counts views, not visitors, so `total` is the sum of both kinds." });
export const viewsAnswer = z
  .object({
    totals: z.object({ human: count, ai: count, total: count }),
    views: z.array(pageViews),
    hasMore,
  })
  .meta({ id: "Views" });

/** R74. */
export const pageReferrer = z
  .object({ referrer: z.string().meta({ description: "The host of the referring page." }), ...counts })
  .meta({ id: "PageReferrer" });
export const referringPage = z
  .object({
    page: z.string().meta({
      description: "The host and path of the referring page, without `https://` and the query.",
      example: "forum.example/t/42",
    }),
    ...counts,
  })
  .meta({ id: "ReferringPage" });
const suggestion = z
  .object({
    path: z.string().meta({ description: "The path of the page to which the address should lead." }),
    reason: z.enum(foundReasons).meta({
      description:
        "The proof: the page was `renamed` in the repository, a `redirect` leads to it, or it is the only page of the same language and version whose path differs only in its `spelling` or in its first `folder`s.",
    }),
  })
  .meta({ id: "MissingPageSuggestion" });
export const missingPage = z
  .object({
    path: z.string().meta({ description: "The path that was requested.", example: "/guides/old-name" }),
    ...counts,
    referrers: z
      .array(pageReferrer)
      .max(missingReferrersMax)
      .meta({
        description: `The sites that sent the most visitors, at most ${missingReferrersMax}. Visitors without a referrer are omitted.`,
      }),
    referringPages: z
      .array(referringPage)
      .max(missingReferrersMax)
      .meta({
        description: `The pages of other sites that sent the most visitors, at most ${missingReferrersMax}. A page may be only a host, because many sites send browsers only their host.`,
      }),
    suggestion: suggestion.nullable().meta({ description: "Null if it is not certain which page is meant." }),
  })
  .meta({ id: "MissingPage" });
export const missingAnswer = z
  .object({ totals: visitorTotals, missing: z.array(missingPage), hasMore })
  .meta({ id: "MissingPages" });

export const interval = z.enum(["hour", "day", "week", "month"]);

/** R41. */
export const seriesPoint = z
  .object({
    start: isoTime.meta({
      description:
        "Start of the interval. The first interval may start before the range, but only the part in the range is counted.",
    }),
    ...counts,
  })
  .meta({ id: "SeriesPoint" });
export const seriesAnswer = z
  .object({ interval, points: z.array(seriesPoint) })
  .meta({ id: "VisitorSeries" });

export const agentRow = z
  .object({ agent: z.string(), operator, category, visitors: count, views: count })
  .meta({ id: "AgentRow" });
export const agentsAnswer = z
  .object({ totals: z.object({ visitors: count, views: count }), agents: z.array(agentRow), hasMore })
  .meta({ id: "Agents" });

const agentTotals = z.object({ visitors: count, views: count });
export const operatorRow = z.object({ operator, visitors: count, views: count }).meta({ id: "OperatorRow" });
export const operatorsAnswer = z
  .object({ totals: agentTotals, operators: z.array(operatorRow), hasMore })
  .meta({ id: "Operators" });
export const categoryRow = z.object({ category, visitors: count, views: count }).meta({ id: "CategoryRow" });
export const categoriesAnswer = z
  .object({ totals: agentTotals, categories: z.array(categoryRow), hasMore })
  .meta({ id: "Categories" });

export const referrerRow = z
  .object({
    referrer: z.string().meta({ description: "The host of the referring page. Empty if there was none." }),
    ...counts,
  })
  .meta({ id: "ReferrerRow" });
export const referrersAnswer = z
  .object({ totals: visitorTotals, referrers: z.array(referrerRow), hasMore })
  .meta({ id: "Referrers" });

export const botRow = z
  .object({
    kind: z.string().meta({ description: "The kind of bot, or the category of the AI agent." }),
    name: z.string(),
    reason: z.enum(["bot", "category_not_counted", "spoof_suspected"]),
    events: count,
  })
  .meta({ id: "BotRow" });
export const botsAnswer = z.object({ bots: z.array(botRow), hasMore }).meta({ id: "Bots" });
