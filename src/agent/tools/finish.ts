import { z } from "zod";
import { limits } from "../../limits.ts";
import { defineTool, type ToolAnswer } from "./tool.ts";

export const finishInput = z.strictObject({
  summary: z
    .string()
    .min(1)
    .max(limits.tools.summaryCharsMax)
    .describe(
      "For the reviewer: what you changed and why, in one to three sentences. The pull request lists the files.",
    ),
  title: z
    .string()
    .min(1)
    .max(limits.pullRequests.titleCharsMax)
    .optional()
    .describe("The pull request's title."),
  notes: z
    .array(z.string().min(1).max(limits.tools.noteCharsMax))
    .max(limits.tools.notesMax)
    .default([])
    .describe("Only what a person must still do or decide, one sentence each."),
});

/** The turn ends after the step that calls `finish`. */
export interface FinishData {
  readonly summary: string;
  readonly title: string | null;
  readonly notes: readonly string[];
}

export const finishTool = defineTool({
  name: "finish",
  description:
    "Ends the work, or explains why it cannot be done. Then the checks run. If your changes caused problems, the work continues.",
  input: finishInput,
  async run({ summary, title = null, notes }): Promise<ToolAnswer<FinishData>> {
    return { text: receivedText, data: { summary, title, notes } };
  },
});

const receivedText = "Received. The work ends here, unless the checks that run now find new problems.";
