import { z } from "zod";
import type { InsertReport } from "#site";
import { insertUnderHeading } from "#site";
import { limits } from "../../limits.ts";
import { applyRefactoring, hashOf } from "./files.ts";
import { pageInput } from "./input.ts";
import type { Tool } from "./tool.ts";
import { refuseUnwritable } from "./write.ts";

export const insertUnderHeadingInput = z.strictObject({
  page: pageInput,
  heading: z
    .string()
    .min(1)
    .max(limits.tools.findCharsMax)
    .describe("The heading's text (letter case aside) or its #anchor."),
  content: z.string().min(1).describe("Markdown to insert; blank lines around it are added as needed."),
  position: z
    .enum(["start", "end"])
    .default("end")
    .describe(
      "`start`: right below the heading. `end`: after what the section itself says, before its subsections.",
    ),
});

export type InsertUnderHeadingData = InsertReport & {
  /** The file's new hash. */
  readonly hash: string;
};

export const insertUnderHeadingTool: Tool<z.infer<typeof insertUnderHeadingInput>, InsertUnderHeadingData> = {
  name: "insert_under_heading",
  description:
    "Inserts Markdown into the section below a heading, with the blank lines and line endings that the page has.",
  input: insertUnderHeadingInput,
  async run(input, context) {
    refuseUnwritable(input.page, input.content);
    const refactoring = await insertUnderHeading(await context.site(), input);
    applyRefactoring(context, refactoring);
    const { report } = refactoring;
    const data = { ...report, hash: hashOf(context, report.path) };
    return {
      text: `Inserted below "${report.heading}" at ${report.path}:${report.line}, hash ${data.hash}.`,
      data,
    };
  },
};
