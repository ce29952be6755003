import type { DeletePage } from "../instruction.ts";
import { lookUpAll, pickPage } from "./names.ts";
import { noteLines } from "./notes.ts";
import { code, counted } from "./words.ts";
import { CannotDo, call, type Outcome, type Work } from "./work.ts";

export function* deletePage({ page: name, redirectTo }: DeletePage): Work<Outcome> {
  const isElsewhere = redirectTo !== null && /^https?:\/\//iu.test(redirectTo);
  const [anchorless = "", anchor] = (redirectTo ?? "").split("#", 2);
  const names = redirectTo === null || isElsewhere ? [name] : [name, anchorless];
  const [source, target] = yield* lookUpAll(names);
  if (source === undefined) throw new CannotDo("The pages could not be listed. Send the message again.");
  const page = pickPage(name, source);
  const goal =
    target === undefined
      ? redirectTo
      : pickPage(anchorless, target).path + (anchor === undefined ? "" : `#${anchor}`);
  const report = yield* call("delete_page", {
    page: page.path,
    ...(goal === null ? {} : { redirectTo: goal }),
  });
  const linked = report.links.reduce((sum, { count }) => sum + count, 0);
  const left = report.leftLinks.length;
  const facts = [
    ...(goal === null ? [] : [`its address now leads to ${code(goal)}`]),
    ...(linked > 0 ? [`${counted(linked, "link")} changed on ${counted(report.links.length, "page")}`] : []),
    ...(left > 0 ? [`${counted(left, "link")} still ${left === 1 ? "points" : "point"} to it`] : []),
  ];
  return {
    changed: true,
    title: `Delete ${report.deleted}`,
    summary: `Deleted ${code(report.deleted)}${facts.length === 0 ? "" : `: ${facts.join(", ")}`}.`,
    notes: noteLines(report.notes),
  };
}
