import { z } from "zod";

export const checks = z.strictObject({
  translations: z
    .boolean("must be true or false")
    .default(false)
    .describe(
      "Check that jobs keep translations up to date: sections whose source a job edits, and the translations of new pages.",
    ),
});
