import { z } from "zod";
import type { Page } from "#site";
import { limits } from "../../limits.ts";
import type { SearchMatch as FoundLine } from "../../workspace/index.ts";
import { hashOf } from "./files.ts";
import { offsetInput, scopeInput } from "./input.ts";
import { globsOf, isWithin } from "./scope.ts";
import { counted, shortLine } from "./text.ts";
import type { Tool, ToolContext } from "./tool.ts";
import { ToolError } from "./tool-error.ts";

export const searchInput = z.strictObject({
  pattern: z.string().min(1).max(limits.workspace.patternCharsMax).describe("One line of text."),
  regex: z
    .boolean()
    .default(false)
    .describe("`pattern` is a regular expression, without lookahead and lookbehind."),
  ignoreCase: z.boolean().default(false),
  in: scopeInput,
  offset: offsetInput,
  limit: z.int().min(1).max(limits.tools.searchPageMax).default(limits.tools.searchPageDefault),
});

export interface SearchData {
  /** The number of matching lines; if `truncated`, the number of lines found before the search stopped. */
  readonly total: number;
  /** Whether the search found more than `limits.workspace.searchMatchesMax` matches. */
  readonly truncated: boolean;
  readonly nextOffset: number | null;
  /** Sorted by path, then by line number. */
  readonly matches: readonly SearchMatch[];
  /** The number of matching lines in each file, keyed by path, including matches that are not shown. */
  readonly files: readonly { readonly path: string; readonly count: number }[];
}

export interface SearchMatch {
  readonly path: string;
  readonly line: number;
  /** The line, cut to `limits.tools.lineCharsMax` characters around the match. */
  readonly text: string;
}

export const searchTool: Tool<z.infer<typeof searchInput>, SearchData> = {
  name: "search",
  isReadOnly: true,
  description: "Finds lines in all text files. Shows them with their numbers and the file's hash.",
  input: searchInput,
  howToGetMore: "Continue with a larger offset, or narrow the search with `in`.",
  async run(input, context) {
    if (/[\r\n]/u.test(input.pattern))
      throw new ToolError(
        "The pattern has a line break, but a search matches within one line. Remove the line break.",
      );
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
        .map((match) => ({ path: match.path, line: match.line, text: shownLine(match) })),
      files: [...counts].map(([path, count]) => ({ path, count })),
    };
    const empty = (input.in ?? []).filter(
      (entry) => !entry.startsWith("!") && !context.workspace.files().some(isWithin(globsOf(site, [entry]))),
    );
    const nowhere =
      empty.length === 0 ? "" : `\nThere are no files in ${empty.join(", ")}. Use list to see the files.`;
    return { text: `${searchText(context, data)}${nowhere}`, data };
  },
};

/** The line, or the part around the match. */
function shownLine({ text, textStart, column }: FoundLine): string {
  const line = shortLine(text, column - 1 - textStart);
  return textStart > 0 && !line.startsWith("…") ? `…${line}` : line;
}

/** Returns a page's text, or null if it could not be read as text and the file itself must be searched. */
function textOf(page: Page | null): string | null {
  if (page === null || page.text !== "") return page?.text ?? null;
  return page.problem === null ? "" : null;
}

/** Groups the lines by file, each with its hash, so that an edit can follow without reading the file. */
function searchText(
  context: ToolContext,
  { total, truncated, nextOffset, matches, files }: SearchData,
): string {
  if (total === 0) return "No matches.";
  const count = `${truncated ? "more than " : ""}${counted(total, "line")} in ${counted(files.length, "file")}`;
  const byFile = Map.groupBy(matches, ({ path }) => path);
  const lines = [...byFile].flatMap(([path, found]) => [
    `${path}, hash ${hashOf(context, path)}`,
    ...found.map(({ line, text }) => `${line}\t${text}`),
  ]);
  const more =
    nextOffset === null ? [] : [`[${matches.length} lines shown. Continue with offset ${nextOffset}.]`];
  return [`${count}:`, ...lines, ...more].join("\n");
}
