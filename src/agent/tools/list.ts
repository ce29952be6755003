import { z } from "zod";
import type { FrameworkName } from "../../docs/index.ts";
import { limits } from "../../limits.ts";
import { offsetInput } from "./input.ts";

export const listInput = z.strictObject({
  what: z
    .enum(["pages", "files"])
    .default("pages")
    .describe("`pages`: the documentation's pages. `files`: every file of the repository."),
  glob: z
    .string()
    .min(1)
    .max(limits.workspace.globCharsMax)
    .optional()
    .describe("Only paths that match this glob, or lie in this folder."),
  find: z
    .string()
    .min(1)
    .max(limits.tools.findCharsMax)
    .optional()
    .describe(
      "Only pages and folders that have this name: a path, an address, a title, a file name or a navigation label. " +
        "Exact matches come first; `match` says which kind.",
    ),
  offset: offsetInput,
  limit: z.int().min(1).max(limits.tools.listPageMax).default(limits.tools.listPageDefault),
});

export interface ListData {
  readonly framework: FrameworkName;
  /** The docs folder in the repository; "" for the top. */
  readonly root: string;
  readonly configPath: string | null;
  readonly navigationWritable: boolean;
  /** How many pages (or files) match in all. */
  readonly total: number;
  /** Give this as `offset` for the next part; null at the end. */
  readonly nextOffset: number | null;
  /** With `find` in the order of how well they match, else by path. Empty for `files`. */
  readonly pages: readonly ListedPage[];
  readonly files: readonly string[];
  /** Folders with pages below them, by path; with `find` only those that have that name. First part only. */
  readonly folders: readonly ListedFolder[];
  /** The navigation's groups in its order; with `find` only those that have that name. First part only. */
  readonly groups: readonly ListedGroup[];
}

export interface ListedPage {
  readonly path: string;
  readonly url: string;
  readonly title: string;
  readonly description: string | null;
  /** Names of the navigation's groups around it, from the outside in; null where it is not in the navigation. */
  readonly group: readonly string[] | null;
  /** What `find` met, the strictest first; null without `find`. */
  readonly match: PageMatch | null;
}

/**
 * `path`: the path in the repository or from the docs folder, with or without its suffix; also with an `index` or
 * `README` left out. `url`: its address. `title`: its title or its label in the navigation, letter case, spaces,
 * quotes and end punctuation aside. `fileName`: the file's name without suffix, `-` and `_` read as spaces.
 * `partial`: the words of `find` are part of its title or path, listed only where nothing matches better.
 */
export type PageMatch = "path" | "url" | "title" | "fileName" | "partial";

export interface ListedFolder {
  readonly path: string;
  /** Pages below it at any depth. */
  readonly pages: number;
  /** What `find` met: the path (from the top or from the docs folder), or the last part of it. */
  readonly match: "path" | "fileName" | null;
}

export interface ListedGroup {
  /** From the outside in; what `add_page` and `edit_nav` take as `group`. */
  readonly names: readonly string[];
  readonly pages: number;
}
