import { z } from "zod";
import { limits } from "../../limits.ts";
import { hashInput, pathInput } from "./input.ts";

export const editInput = z.strictObject({
  path: pathInput,
  hash: hashInput,
  edits: z
    .array(
      z.strictObject({
        old: z
          .string()
          .min(1)
          .describe(
            "The text as it stands in the file, exactly: spaces, quotes, dashes and all. Line breaks match the file's own.",
          ),
        new: z.string().describe("What to put there instead."),
        all: z
          .boolean()
          .default(false)
          .describe("Replace every occurrence. Otherwise `old` must occur exactly once."),
      }),
    )
    .min(1)
    .max(limits.tools.editsPerCallMax)
    .describe("Applied together or not at all; each is looked for in the file as it is before the call."),
});

export interface EditData {
  readonly path: string;
  /** The file's new hash. */
  readonly hash: string;
  /** Places replaced. */
  readonly count: number;
}
