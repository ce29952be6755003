import { z } from "zod";
import { limits } from "../../limits.ts";
import type { Tool } from "./tool.ts";

export const finishInput = z.strictObject({
  summary: z
    .string()
    .min(1)
    .max(limits.tools.summaryCharsMax)
    .describe(
      "What you changed and why, in a few sentences of Markdown, for the reviewer of the pull request.",
    ),
  title: z
    .string()
    .min(1)
    .max(limits.policy.pullRequestTitleCharsMax)
    .optional()
    .describe("The pull request's title, such as: Rename Acme Cloud to Acme Platform."),
  notes: z
    .array(z.string().min(1).max(limits.tools.noteCharsMax))
    .max(limits.tools.notesMax)
    .default([])
    .describe("Points that a person still has to review, one sentence each."),
});

/** The turn ends after the step that calls `finish`. */
export interface FinishData {
  readonly summary: string;
  readonly title: string | null;
  readonly notes: readonly string[];
}

export const finishTool: Tool<z.infer<typeof finishInput>, FinishData> = {
  name: "finish",
  description:
    "Ends the work. Call it last, when everything that was asked is done, or to explain why it cannot be done. The " +
    "checks then run, and you get the problems that they find.",
  input: finishInput,
  async run({ summary, title = null, notes }) {
    return { text: "Finished.", data: { summary, title, notes } };
  },
};
