import type { RenameHeading } from "#instructions";
import { limits } from "../../../../limits.ts";
import { pageWithHeading } from "./insert-under-heading.ts";
import { findPage } from "./names.ts";
import { noteLines } from "./notes.ts";
import { bounded, code, counted, quote } from "./words.ts";
import { CannotDo, call, type Outcome, type Work } from "./work.ts";

export function* renameHeading(instruction: RenameHeading): Work<Outcome> {
  const heading = bounded(instruction.from, { max: limits.tools.findCharsMax, what: "A heading" });
  const to = bounded(instruction.to, { max: limits.tools.termCharsMax, what: "A heading" });
  const path =
    instruction.page === null ? yield* pageWithHeading(heading) : (yield* findPage(instruction.page)).path;
  const { pages } = yield* call("outline", { in: [path], heading, limit: 1 });
  const [same, ...more] = pages.flatMap(({ headings }) => headings);
  if (same === undefined)
    throw new CannotDo(
      `${code(path)} has no heading ${quote(heading)}. Use the exact text of a heading.`,
      "not_found",
    );
  if (more.length > 0)
    throw new CannotDo(
      `${code(path)} has ${more.length + 1} headings ${quote(heading)}. Change them by hand.`,
    );
  const report = yield* call("rename_term", {
    from: same.text,
    to,
    case: "exact",
    onlyHeadings: true,
    in: [path],
  });
  if (report.count === 0)
    throw new CannotDo(
      `The heading ${quote(same.text)} in ${code(path)} contains markup. Change it by hand.`,
    );
  const links = report.links.reduce((sum, { count }) => sum + count, 0);
  const carried =
    links === 0 ? "" : ` ${counted(links, "link")} to it ${links === 1 ? "was" : "were"} updated.`;
  return {
    changed: true,
    title: `Rename the heading ${same.text} to ${to}`,
    summary: `Renamed the heading ${quote(same.text)} in ${code(path)} to ${quote(to)}.${carried}`,
    notes: noteLines(report.notes),
  };
}
