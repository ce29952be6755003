import { limits } from "../../../../limits.ts";
import type { ListData } from "../../../tools/index.ts";
import type { ReplaceLinkTarget } from "../instruction.ts";
import { bestPages, lookUpAll, pickPage, scopePath, scopeWords } from "./names.ts";
import { noteLines } from "./notes.ts";
import { bounded, code, counted } from "./words.ts";
import { call, type Outcome, type Work } from "./work.ts";

export function* replaceLinkTarget(instruction: ReplaceLinkTarget): Work<Outcome> {
  const { scope } = instruction;
  const targets = [instruction.from, instruction.to].filter(isOfSite);
  const names = [
    ...targets.map((target) => splitAnchor(target)[0]),
    ...(scope.kind === "site" ? [] : [scope.name]),
  ];
  const found = yield* lookUpAll(names);
  const at = (target: string) => found[targets.indexOf(target)];
  const from = targetOf(instruction.from, at(instruction.from));
  const to = targetOf(instruction.to, at(instruction.to));
  const last = found[names.length - 1];
  const paths = scope.kind === "site" || last === undefined ? undefined : ([scopePath(scope, last)] as const);
  const isHost = isOrigin(from) && isUrl(to);
  const report = yield* call("replace_links", {
    from: isHost ? trimSlash(from) : from,
    to: isHost ? trimSlash(to) : to,
    match: isHost ? "prefix" : "exact",
    ...(paths === undefined ? {} : { in: [...paths] }),
  });
  const where = scopeWords(scope, paths);
  const title = `Change links from ${from} to ${to}`;
  const notes = noteLines(report.notes);
  if (report.count === 0)
    return { changed: false, title, summary: `No links ${where} lead to ${code(from)}.`, notes };
  const pages = counted(report.links.length, "page");
  const summary = `Changed ${counted(report.count, "link")} on ${pages} from ${code(from)} to ${code(to)}.`;
  return { changed: true, title, summary, notes };
}

/** Returns the target for the tool: the name of a page becomes its path. */
function targetOf(target: string, data: ListData | undefined): string {
  bounded(target, { max: limits.tools.hrefCharsMax, what: "A link's target" });
  if (data === undefined) return target;
  const [name, anchor] = splitAnchor(target);
  // Links may contain addresses and paths that belong to no page, so keep it as written.
  if (bestPages(data).length === 0 && name.includes("/")) return target;
  return pickPage(name, data).path + anchor;
}

function isOfSite(target: string): boolean {
  return !isUrl(target) && !target.startsWith("#") && target.length <= limits.tools.findCharsMax;
}

function isUrl(target: string): boolean {
  return /^[a-z][a-z0-9+.-]*:/iu.test(target) || target.startsWith("//");
}

/** Whether the target is only a host: if so, everything below it changes too. */
function isOrigin(target: string): boolean {
  return /^https?:\/\/[^/?#]+\/?$/iu.test(target);
}

function trimSlash(target: string): string {
  return target.endsWith("/") ? target.slice(0, -1) : target;
}

function splitAnchor(target: string): readonly [name: string, anchor: string] {
  const at = target.indexOf("#");
  return at === -1 ? [target, ""] : [target.slice(0, at), target.slice(at)];
}
