import type { SumKind } from "./day-sums.ts";

/** The daily sums of each type of reader event. A row of sums consists of a few whole numbers. */
export const kinds = {
  /** Page, `feedbackCode`, number of feedback entries. */
  feedback: {
    number: 1,
    width: 3,
    select: `select page, (source * 4 + status) * 3 + coalesce(helpful, 2), count(*)
      from feedback indexed by feedback_days where at >= @fromMs and at < @toMs group by 1, 2`,
  },
  /** Query, clicked page or 0, number of searches, and the time of the last one within the day. */
  searches: {
    number: 2,
    width: 4,
    select: `select query, coalesce(clicked, 0), count(*), max(at) - @dayMs
      from searches indexed by searches_days where at >= @fromMs and at < @toMs group by 1, 2`,
  },
  /** Caller, number of conversations. */
  conversations: {
    number: 3,
    width: 2,
    select: `select caller, count(*)
      from conversations indexed by conversations_days where at >= @fromMs and at < @toMs group by 1`,
  },
} as const satisfies Record<string, SumKind>;

export type Kind = keyof typeof kinds;

/** Reads the second number of a row of feedback sums. */
export function readFeedbackCode(code: number): { source: number; status: number; helpful: boolean | null } {
  const helpful = code % 3;
  const rest = (code - helpful) / 3;
  return { source: Math.floor(rest / 4), status: rest % 4, helpful: helpful === 2 ? null : helpful === 1 };
}
