import { z } from "zod";
import { pathInput } from "./input.ts";

export const diffInput = z.strictObject({
  path: pathInput
    .optional()
    .describe("Only this file. Left out: a summary of all, and as much of the diff as fits."),
});

export interface DiffData {
  /** Every changed file, sorted by path. */
  readonly files: readonly DiffFile[];
}

export interface DiffFile {
  readonly path: string;
  readonly status: "added" | "modified" | "removed";
  readonly addedLines: number;
  readonly removedLines: number;
}
