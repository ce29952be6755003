import { limits } from "../../../../limits.ts";
import type { ReplaceTerm } from "../instruction.ts";
import { bestPages, findScope, lookUp, pickFolder, scopeWords } from "./names.ts";
import { noteLines } from "./notes.ts";
import { bounded, code, counted, quote } from "./words.ts";
import { CannotDo, call, type Outcome, type Work } from "./work.ts";

export function* replaceTerm(instruction: ReplaceTerm): Work<Outcome> {
  const { scope, caseHandling, wholeWord, includeCode } = instruction;
  const max = limits.tools.termCharsMax;
  const from = bounded(instruction.from, { max, what: "A term" });
  const to = bounded(instruction.to, { max, what: "A term" });
  const title = `Rename ${from} to ${to}`;
  if (from === to) {
    return { changed: false, title, summary: `${quote(from)} and its replacement are the same.`, notes: [] };
  }
  if (instruction.maybePage) yield* refusePageName(from);
  const paths = yield* findScope(scope);
  const report = yield* call("rename_term", {
    from,
    to,
    case: caseHandling,
    wholeWord,
    includeCode,
    ...(paths === undefined ? {} : { in: [...paths] }),
  });
  const where = scopeWords(scope, paths);
  const notes = [...leftNotes(from, report.left, includeCode), ...noteLines(report.notes)];
  if (report.count === 0) {
    return { changed: false, title, summary: `${quote(from)} was not found as a term ${where}.`, notes };
  }
  const pages = counted(report.pages.length, "page");
  const links = report.links.reduce((sum, { count }) => sum + count, 0);
  const carried =
    links === 0
      ? ""
      : ` ${counted(links, "link")} to changed headings ${links === 1 ? "was" : "were"} updated.`;
  const summary = `Replaced ${quote(from)} with ${quote(to)} ${where}: ${counted(report.count, "place")} on ${pages}.${carried}`;
  return { changed: true, title, summary, notes };
}

/** “Rename intro to overview” can mean a page, if one has that name, or a word: the person must say which. */
function* refusePageName(from: string): Work<void> {
  const data = yield* lookUp(from);
  const [page] = bestPages(data);
  const folder = pickFolder(from, data);
  if (page === undefined && folder === null) return;
  const what = page === undefined ? `the folder ${code(`${folder?.path}/`)}` : `the page ${code(page.path)}`;
  throw new CannotDo(
    `${quote(from)} is also the name of ${what}. Write “replace the word ${from} with …” or “rename the ${page === undefined ? "folder" : "page"} ${from} to …”.`,
  );
}

function leftNotes(
  from: string,
  left: { readonly code: number; readonly links: number; readonly markup: number },
  includeCode: boolean,
): string[] {
  const places: string[] = [];
  if (left.code > 0 && !includeCode)
    places.push(`${counted(left.code, "place")} in code (write “including code” to change them)`);
  if (left.links > 0) places.push(`${counted(left.links, "place")} in links`);
  if (left.markup > 0)
    places.push(`${counted(left.markup, "place")} in identifiers, markup or other frontmatter`);
  return places.length === 0 ? [] : [`${quote(from)} was left unchanged in ${places.join(", ")}.`];
}
