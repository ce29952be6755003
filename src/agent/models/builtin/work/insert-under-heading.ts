import { limits } from "../../../../limits.ts";
import type { InsertUnderHeading } from "../instruction.ts";
import { findPage } from "./names.ts";
import { bounded, code, listed, quote } from "./words.ts";
import { CannotDo, call, type Outcome, type Work } from "./work.ts";

export function* insertUnderHeading(instruction: InsertUnderHeading): Work<Outcome> {
  const { page, content, position } = instruction;
  const heading = bounded(instruction.heading, { max: limits.tools.findCharsMax, what: "A heading" });
  const path = page === null ? yield* pageWithHeading(heading) : (yield* findPage(page)).path;
  const report = yield* call("insert_under_heading", { page: path, heading, content, position });
  return {
    changed: true,
    title: `Add to ${report.heading} in ${report.path}`,
    summary: `Added text under the heading ${quote(report.heading)} in ${code(report.path)}: ${code(short(content))}`,
    notes: [],
  };
}

/** Returns the start of the content on one line. */
function short(content: string): string {
  const line = content.replace(/\s+/gu, " ");
  return line.length <= shownCharsMax ? line : `${line.slice(0, shownCharsMax).toWellFormed()}…`;
}

const shownCharsMax = 100;

/** Returns the only page with the heading. */
function* pageWithHeading(heading: string): Work<string> {
  const { pages, total } = yield* call("outline", { heading, limit: 10 });
  const [page] = pages;
  if (page === undefined)
    throw new CannotDo(`No page has the heading ${quote(heading)}. Use the exact text of a heading.`);
  if (total > 1) {
    const paths = pages.map(({ path }) => code(path));
    throw new CannotDo(
      `${total} pages have the heading ${quote(heading)}, such as ${listed(paths, 4)}. Name the page, too.`,
    );
  }
  return page.path;
}
