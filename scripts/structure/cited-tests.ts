import { existsSync, globSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { ourPages, thirdParty } from "./markdown.ts";
import type { Problem, Source } from "./source.ts";
import { titlePatterns } from "./test-titles.ts";

/** `[title of a test](path of its file)`, or a link to other code. The text may be wrapped. */
const link = /\[([^\]]+)\]\((?!\w+:)([^)\s#]+\.ts)\)/gu;
const linkToTest = /\]\([^)\s#]+\.(?:test|bench)\.ts\)/u;
/** The header row of a table of promises. */
const head = /^\| promise \| tests \|$/u;

/**
 * Checks that all code that a Markdown page links to exists. If the link leads to a test file, its text must be the
 * title of a test or group in it, with or without the titles of the groups around it, or a path in backticks. In a
 * table of promises, every row must link to a test.
 */
export function checkCitedTests(root: string, sources: readonly Source[]): Problem[] {
  const byPath = new Map(sources.map((source) => [source.path, source]));
  const patterns = new Map<string, RegExp[]>();
  const patternsOf = (source: Source): RegExp[] => {
    const known = patterns.get(source.path) ?? titlePatterns(source);
    patterns.set(source.path, known);
    return known;
  };
  return globSync(ourPages, { cwd: root, exclude: thirdParty }).flatMap((page) => {
    const text = readFileSync(join(root, page), "utf8");
    const problem = (offset: number, message: string): Problem => {
      return { path: page, line: text.slice(0, offset).split("\n").length, rule: "cited-test", message };
    };
    const cited = [...text.matchAll(link)].flatMap(({ index, 1: title = "", 2: target = "" }) => {
      const path = posix.join(posix.dirname(page), target);
      if (!existsSync(join(root, path)))
        return [problem(index, `${path} does not exist. Link to the file that replaced it.`)];
      const source = byPath.get(path);
      const words = title.replace(/\s+/gu, " ").trim();
      if (source === undefined || !path.endsWith(".test.ts") || words.startsWith("`")) return [];
      if (patternsOf(source).some((pattern) => pattern.test(words))) return [];
      return [problem(index, `${path} has no test with the title "${words}". Use the test's current title.`)];
    });
    return [
      ...cited,
      ...rowsWithoutTest(text).map((offset) => problem(offset, "Link to a test in this row.")),
    ];
  });
}

/** Returns the offsets of the rows that lack a link to a test although their table has a column for it. */
function rowsWithoutTest(text: string): number[] {
  const found: number[] = [];
  let row = -1;
  let offset = 0;
  for (const line of text.split("\n")) {
    if (!line.startsWith("|")) row = -1;
    else if (row >= 0 || head.test(line)) row += 1;
    // The first two lines are the header row and the separator row.
    if (row > 1 && !linkToTest.test(line)) found.push(offset);
    offset += line.length + 1;
  }
  return found;
}
