import { z } from "zod";
import { limits } from "../../limits.ts";
import type { CodeReader } from "../code/code-reader.ts";
import { counted, shortLine } from "./text.ts";
import type { Tool, ToolContext } from "./tool.ts";
import { ToolError } from "./tool-error.ts";

const { nameCharsMax, searchMatchesMax } = limits.contextRepositories;

export const repositoryInput = z
  .string()
  .min(1)
  .max(nameCharsMax)
  .describe("The repository's name, as the site's description gives it.");

const searchCodeInput = z.strictObject({
  repository: repositoryInput,
  pattern: z.string().min(1).max(limits.workspace.patternCharsMax).describe("The text to look for."),
  regex: z
    .boolean()
    .default(false)
    .describe("The pattern is a regular expression, of one line, without lookaround."),
  ignoreCase: z.boolean().default(false),
  globs: z
    .array(z.string().min(1).max(limits.workspace.globCharsMax))
    .max(limits.tools.scopeEntriesMax)
    .default([])
    .describe("Only in these files or folders, e.g. src/**/*.ts."),
});

interface SearchCodeData {
  readonly repository: string;
  readonly commit: string;
  readonly count: number;
  readonly truncated: boolean;
}

export const searchCodeTool: Tool<z.infer<typeof searchCodeInput>, SearchCodeData> = {
  name: "search_code",
  description:
    "Searches another repository of the project, such as the product's code, line by line. It can only be read: use " +
    "it to check what the documentation says against what the code does.",
  input: searchCodeInput,
  howToGetMore: "Give a narrower pattern or globs.",
  async run({ repository, ...query }, context) {
    const found = await codeOf(context).search(repository, { ...query, matchesMax: searchMatchesMax });
    const { commit, matches, truncated } = found;
    const lines = matches.map(({ path, line, text }) => `${path}:${line}\t${shortLine(text.trim())}`);
    const more = truncated ? [`[There are more. Give a narrower pattern or globs.]`] : [];
    return {
      text: [
        `${counted(matches.length, "match", "matches")} in ${repository} at ${commit.slice(0, 12)}:`,
        ...lines,
        ...more,
      ].join("\n"),
      data: { repository, commit, count: matches.length, truncated },
    };
  },
};

/** Throws ToolError in a project that names no other repositories. */
export function codeOf({ code }: ToolContext): CodeReader {
  if (code === null) throw new ToolError("This project names no other repositories to read.");
  return code;
}
