import { z } from "zod";
import { limits } from "../../limits.ts";
import { defineTool, type ToolAnswer } from "./tool.ts";

const askInput = z.strictObject({
  question: z.string().min(1).max(limits.tools.noteCharsMax).describe("One or two sentences."),
  options: z
    .array(z.string().min(1).max(limits.tools.titleCharsMax))
    .max(limits.tools.optionsMax)
    .default([])
    .describe("If there are few possible answers."),
});

/** The turn ends after the step that calls `ask`. */
export interface AskData {
  /** The question with its options, for the person. */
  readonly question: string;
}

export const askTool = defineTool({
  name: "ask",
  isReadOnly: true,
  description:
    "Ends your turn with a question to the person, whose answer starts the next turn. Your changes are kept. Ask only if a wrong guess would be costly to undo; otherwise choose, and say so in the notes of `finish`.",
  input: askInput,
  async run({ question, options }): Promise<ToolAnswer<AskData>> {
    const listed =
      options.length === 0 ? "" : ` Options: ${options.map((option) => `“${option}”`).join(", ")}.`;
    return {
      text: "Your question is sent. The work continues with the answer.",
      data: { question: question + listed },
    };
  },
});
