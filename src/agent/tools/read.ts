import { z } from "zod";
import { limits } from "../../limits.ts";
import { pathInput } from "./input.ts";

export const readInput = z.strictObject({
  path: pathInput.describe("The file's path in the repository, or a page's address."),
  startLine: z.int().min(1).default(1).describe("First line to show, counted from 1."),
  lines: z
    .int()
    .min(1)
    .max(limits.turn.toolTextLinesMax)
    .default(limits.turn.readWindowLines)
    .describe("How many lines to show."),
});

export interface ReadData {
  readonly path: string;
  /** For `edit` and `write`. */
  readonly hash: string;
  /** The lines shown, exactly as they are, with their line endings. */
  readonly text: string;
  readonly startLine: number;
  /** The last line shown; 0 for an empty file. */
  readonly endLine: number;
  readonly totalLines: number;
}
