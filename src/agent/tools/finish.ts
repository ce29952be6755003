import { z } from "zod";
import { limits } from "../../limits.ts";
import type { Tool } from "./tool.ts";

export const finishInput = z.strictObject({
  summary: z
    .string()
    .min(1)
    .max(limits.tools.summaryCharsMax)
    .describe("What you changed and why, for the reviewer of the pull request: a few sentences of Markdown."),
  title: z
    .string()
    .min(1)
    .max(limits.policy.pullRequestTitleCharsMax)
    .optional()
    .describe("The pull request's title."),
  notes: z
    .array(z.string().min(1).max(limits.tools.noteCharsMax))
    .max(limits.tools.notesMax)
    .default([])
    .describe("Points for a person to review, one sentence each."),
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
    "Ends the work, or explains why it cannot be done. Then the checks run. If your changes caused problems, the work continues.",
  input: finishInput,
  async run({ summary, title = null, notes }) {
    return { text: "Your work is complete. The checks run next.", data: { summary, title, notes } };
  },
};
