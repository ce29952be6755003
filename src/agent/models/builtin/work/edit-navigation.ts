import type { EditNavigation } from "#instructions";
import { limits } from "../../../../limits.ts";
import type { ListData, ToolInput } from "../../../tools/index.ts";
import { bestPages, defaults, lookUpAll, pickPage } from "./names.ts";
import { noteLines } from "./notes.ts";
import { named, Question, whichOne } from "./question.ts";
import { renameGroup } from "./rename-group.ts";
import { bounded, code, quote } from "./words.ts";
import { CannotDo, call, type Outcome, type Work } from "./work.ts";

type Input = ToolInput<"edit_nav">;

/** Changes a page's entry in the navigation. A request for a new label may also concern a group with this name. */
export function* editNavigation(instruction: EditNavigation): Work<Outcome> {
  const { action, page: name, label, place } = instruction;
  const [data, target] = yield* lookUpAll(place === null ? [name] : [name, place.name]);
  if (data === undefined) throw new CannotDo("The pages could not be listed. Send the message again.");
  if (action === "rename" && label !== null) {
    const group = groupNamed(name, data);
    if (group !== null) return yield* renameGroup({ kind: "renameGroup", from: name, to: label });
  }
  const { path } = pickPage(name, data);
  const change: Input =
    action === "remove"
      ? { action, page: path }
      : action === "rename"
        ? {
            action,
            page: path,
            label: bounded(label ?? "", { max: limits.tools.titleCharsMax, what: "A label" }),
          }
        : { action, page: path, place: placeOf(place, target) };
  const report = yield* call("edit_nav", change);
  const notes = noteLines(report.notes);
  const { title, done, already, failed } = wordsFor(instruction, path);
  if (report.configFiles.length > 0) return { changed: true, title, summary: done, notes };
  return { changed: false, title, summary: notes.length > 0 ? failed : already, notes };
}

/** Whether the label belongs to a group. Throws a question if there is also a page with this name. */
function groupNamed(name: string, data: ListData): string | null {
  const groups = defaults(data.groups);
  const [group] = groups;
  if (group === undefined) return null;
  const [page] = bestPages(data);
  if (page === undefined) return name;
  throw new Question(`${quote(name)} could be`, [
    named(name, page.path, "page"),
    {
      label: `the group ${quote(group.names.join(" › "))}`,
      path: null,
      word: "group",
      apply: (instruction) =>
        instruction.kind === "editNavigation"
          ? { kind: "renameGroup", from: name, to: instruction.label ?? "" }
          : instruction,
    },
  ]);
}

function placeOf(place: EditNavigation["place"], data: ListData | undefined): NonNullable<Input["place"]> {
  if (place === null || data === undefined)
    throw new CannotDo("The pages could not be listed. Send the message again.");
  if (place.relation !== "under") {
    const { path } = pickPage(place.name, data);
    return place.relation === "after" ? { after: path } : { before: path };
  }
  const groups = defaults(data.groups);
  const [group] = groups;
  if (group === undefined)
    throw new CannotDo(`The navigation has no group ${quote(place.name)}.`, "not_found");
  if (groups.length > 1)
    throw whichOne(
      place.name,
      "groups",
      groups.map(({ names }) => names.join(" › ")),
    );
  return { group: [...group.names], ...(place.at === undefined ? {} : { at: place.at }) };
}

function wordsFor({ action, label, place }: EditNavigation, path: string) {
  const page = code(path);
  if (action === "remove")
    return {
      title: `Remove ${path} from the navigation`,
      done: `Removed ${page} from the navigation. The page itself was kept.`,
      already: `${page} is not in the navigation.`,
      failed: `${page} was not removed from the navigation.`,
    };
  if (action === "rename")
    return {
      title: `Label ${path} as ${label} in the navigation`,
      done: `${page} is now labeled ${quote(label ?? "")} in the navigation.`,
      already: `${page} is already labeled ${quote(label ?? "")} in the navigation.`,
      failed: `The label of ${page} in the navigation was not changed.`,
    };
  const where = `${place?.relation ?? ""} ${quote(place?.name ?? "")}`;
  return {
    title: `Move ${path} in the navigation`,
    done: `Moved ${page} ${where} in the navigation.`,
    already: `The navigation was not changed: ${page} is already ${where}, or the site lists the pages of this folder automatically.`,
    failed: `${page} was not moved in the navigation.`,
  };
}
