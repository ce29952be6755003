import { z } from "zod";

const wholeNumber = (max: number) => {
  const rule = `must be a whole number from 1 to ${max}, or null`;
  return z.int(rule).min(1, rule).max(max, rule).nullable().default(null);
};
const usdRule = "must be an amount in US dollars, greater than 0 and at most 999999, or null";

/**
 * Limits per turn. The installation's limit applies too, and the lower one wins. If a limit is null, only the
 * installation's applies.
 */
export const budget = z.strictObject({
  steps: wholeNumber(1000).describe("Maximum number of steps per turn."),
  inputTokens: wholeNumber(999_999_999).describe("Maximum number of input tokens per turn."),
  outputTokens: wholeNumber(999_999_999).describe("Maximum number of output tokens per turn."),
  usd: z
    .number(usdRule)
    .positive(usdRule)
    .max(999_999, usdRule)
    .nullable()
    .default(null)
    .describe("Maximum cost per turn in US dollars, for models with a known price."),
  seconds: wholeNumber(86_400).describe("Maximum duration of a turn in seconds."),
});

export type BudgetSettings = z.output<typeof budget>;
