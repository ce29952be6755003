import { z } from "zod";
import { createGlob, expandBraces, findDocument, type Page, type Site } from "#site";
import { limits } from "../../limits.ts";
import { offsetInput, scopeInput } from "./input.ts";
import { counted, shortLine } from "./text.ts";
import type { Tool } from "./tool.ts";
import { ToolError } from "./tool-error.ts";

export const searchInput = z.strictObject({
  pattern: z
    .string()
    .min(1)
    .max(limits.workspace.patternCharsMax)
    .describe("The text to look for, on one line."),
  regex: z
    .boolean()
    .default(false)
    .describe(
      "Read `pattern` as a regular expression (of one line, without lookaround) instead of literal text.",
    ),
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

export const searchTool: Tool<z.infer<typeof searchInput>, SearchData> = {
  name: "search",
  description:
    "Finds lines in the repository's text files: literal text, or a regular expression with regex: true. Answers " +
    "path, line number and line. To rename a term do not edit what this finds: call rename_term.",
  input: searchInput,
  howToGetMore: "Go on with a larger offset, or narrow the search with in.",
  async run(input, context) {
    if (/[\r\n]/u.test(input.pattern))
      throw new ToolError("A pattern is looked for within one line: leave line breaks out.");
    const site = await context.site();
    const globs = input.in === undefined ? undefined : globsOf(site, input.in);
    const { matches, truncated } = await context.workspace.search(
      {
        pattern: input.pattern,
        regex: input.regex,
        ignoreCase: input.ignoreCase,
        ...(globs === undefined ? {} : { globs }),
      },
      context.signal,
      (path) => textOf(site.document(path)),
    );
    const end = input.offset + input.limit;
    const counts = new Map<string, number>();
    for (const { path } of matches) counts.set(path, (counts.get(path) ?? 0) + 1);
    const data: SearchData = {
      total: matches.length,
      truncated,
      nextOffset: end < matches.length ? end : null,
      matches: matches
        .slice(input.offset, end)
        .map(({ path, line, text }) => ({ path, line, text: shortLine(text) })),
      files: [...counts].map(([path, count]) => ({ path, count })),
    };
    const nowhere =
      globs !== undefined && matches.length === 0 && !context.workspace.files().some(isWithin(globs))
        ? ` No file lies in ${input.in?.join(", ")}: use list to see what there is.`
        : "";
    return { text: `${searchText(data)}${nowhere}`, data };
  },
};

/** What a page says, unless it could not be read as text: then its file is looked into like any other. */
function textOf(page: Page | null): string | null {
  if (page === null || page.text !== "") return page?.text ?? null;
  return page.problem === null ? "" : null;
}

/** As git reads them: addresses of pages become paths, braces are written out, brackets are only brackets. */
function globsOf(site: Site, entries: readonly string[]): string[] {
  return entries.flatMap((entry) => {
    const page = entry.startsWith("/") ? findDocument(site, entry) : null;
    try {
      return expandBraces(page?.path ?? entry).map((glob) => glob.replaceAll("[", "\\["));
    } catch (error) {
      if (error instanceof RangeError) throw new ToolError(`${error.message}. Give fewer.`);
      throw error;
    }
  });
}

/** Whether a file's path matches one of these globs; each names files, or folders with all below. */
function isWithin(globs: readonly string[]): (file: { readonly path: string }) => boolean {
  const matchers = globs.map((glob) => createGlob(glob.replaceAll("\\[", "[")));
  return ({ path }) => matchers.some((matches) => matches(path));
}

function searchText({ total, truncated, nextOffset, matches, files }: SearchData): string {
  if (total === 0) return "Nothing was found.";
  const count = `${truncated ? "more than " : ""}${counted(total, "line")} in ${counted(files.length, "file")}`;
  const lines = matches.map(({ path, line, text }) => `${path}:${line}: ${text}`);
  const more =
    nextOffset === null ? [] : [`[${matches.length} lines shown. Go on with offset ${nextOffset}.]`];
  return [`${count}:`, ...lines, ...more].join("\n");
}
