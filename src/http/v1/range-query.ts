import { z } from "zod";
import {
  boundMs,
  countsLimits,
  type DateBound,
  isTimeZone,
  normalisePath,
  parseDateBound,
  type RangeQuery,
} from "../../analytics/index.ts";
import { limits } from "../../limits.ts";
import { pageSize, type QueryOf } from "../query.ts";
import { isStorable } from "../wire/text.ts";

const { rowsPageMax, rowsPageDefault } = limits.http;

/** R11. */
function dateBound(description: string) {
  return z
    .string()
    .transform((text, context): DateBound => {
      const bound = parseDateBound(text);
      if (bound !== null) return bound;
      context.addIssue(
        "must be a day such as 2026-01-31, or a time such as 2026-01-31T12:30:00Z or 2026-01-31T12:30:00+01:00",
      );
      return z.NEVER;
    })
    .optional()
    .meta({
      type: "string",
      description: `${description} A day, or \`YYYY-MM-DDThh:mm[:ss[.fff]][Z|±hh:mm]\`, UTC where no offset stands.`,
      examples: ["2026-01-31", "2026-01-31T12:30:00.000+01:00"],
    });
}

/** R43. */
const pathPrefix = z
  .string()
  .startsWith("/", "must begin with a slash")
  .max(countsLimits.pathCharsMax, `must have at most ${countsLimits.pathCharsMax} characters`)
  .refine(isStorable, "must not hold NUL characters")
  .transform((text) => normalisePath(text, ""))
  .optional()
  .meta({
    type: "string",
    description: "Only this page and those below it, in rows and totals alike: whole segments of the path.",
    example: "/guides",
  });

/** R43. */
const timezone = z
  .string()
  .refine(isTimeZone, "must be a name of the IANA time zone database, e.g. Europe/Berlin")
  .optional()
  .transform((name) => name ?? "UTC")
  .meta({
    type: "string",
    default: "UTC",
    description: "The zone in which days without a time, and intervals, begin.",
  });

/** What every question about a range takes. */
export const rangeQuery = {
  dateFrom: dateBound("The first moment that counts. Absent: from the first event on."),
  dateTo: dateBound("The first moment that counts no more. Absent: to the last event."),
  pathPrefix,
  timezone,
};

/** R12. Digits alone; beyond what any list has, all numbers say the same. */
const offset = z
  .string()
  .regex(/^(?:0|[1-9][0-9]*)$/u, "must be a whole number from 0")
  .optional()
  .transform((digits) => Math.min(Number(digits ?? 0), limits.export.offsetMax))
  .meta({ type: "integer", minimum: 0, default: 0, description: "Rows before the first of the answer." });

/** What every question takes that answers rows. */
export const rowsQuery = {
  ...rangeQuery,
  limit: pageSize({ max: rowsPageMax, default: rowsPageDefault }),
  offset,
};

/** The range in time and paths that a query names. */
export function rangeOf(query: QueryOf<typeof rangeQuery>): RangeQuery {
  const { dateFrom, dateTo, timezone: zone } = query;
  return {
    fromMs: dateFrom === undefined ? -Infinity : boundMs(dateFrom, zone),
    toMs: dateTo === undefined ? Infinity : boundMs(dateTo, zone),
    pathPrefix: query.pathPrefix ?? null,
  };
}
