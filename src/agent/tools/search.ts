import { z } from "zod";
import { limits } from "../../limits.ts";
import { offsetInput, scopeInput } from "./input.ts";

export const searchInput = z.strictObject({
  pattern: z
    .string()
    .min(1)
    .max(limits.workspace.patternCharsMax)
    .describe("The text to look for, on one line."),
  regex: z
    .boolean()
    .default(false)
    .describe("Read `pattern` as a POSIX extended regular expression instead of literal text."),
  ignoreCase: z.boolean().default(false),
  in: scopeInput,
  offset: offsetInput,
  limit: z.int().min(1).max(limits.tools.searchPageMax).default(limits.tools.searchPageDefault),
});

export interface SearchData {
  /** Matching lines in all, or as many as were looked at where `truncated`. */
  readonly total: number;
  /** There are more than `limits.workspace.searchMatchesMax`. */
  readonly truncated: boolean;
  readonly nextOffset: number | null;
  /** By path, then line. */
  readonly matches: readonly SearchMatch[];
  /** Matching lines a file, of all matches, by path. */
  readonly files: readonly { readonly path: string; readonly count: number }[];
}

export interface SearchMatch {
  readonly path: string;
  readonly line: number;
  /** The line, cut to `limits.tools.lineCharsMax` characters. */
  readonly text: string;
}
