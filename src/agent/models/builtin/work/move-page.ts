import type { ListData, ListedFolder, ListedPage, ToolData } from "../../../tools/index.ts";
import type { MovePage } from "../instruction.ts";
import { getFolder, lookUpAll, pickFolder, pickPage, pickPlace } from "./names.ts";
import { noteLines } from "./notes.ts";
import { code, counted } from "./words.ts";
import { CannotDo, call, type Outcome, type Work } from "./work.ts";

type Source = { readonly page: ListedPage } | { readonly folder: ListedFolder };

export function* movePage(instruction: MovePage): Work<Outcome> {
  const { from, to, redirect } = instruction;
  const [source, target] = yield* lookUpAll([from, to]);
  if (source === undefined || target === undefined)
    throw new CannotDo("The pages could not be listed. Send the message again.");
  const found = pickSource(instruction, source);
  const path = "page" in found ? found.page.path : found.folder.path;
  const report = yield* call("move_page", {
    from: "page" in found ? path : `${path}/`,
    to:
      "page" in found
        ? pageTarget(instruction, found.page, target)
        : folderTarget(instruction, found.folder, target),
    ...(redirect === null ? {} : { redirect }),
  });
  return outcomeOf(instruction, path, report);
}

function pickSource({ what, from }: MovePage, data: ListData): Source {
  if (what === "page") return { page: pickPage(from, data) };
  if (what === "folder") return { folder: getFolder(from, data) };
  return pickPlace(from, data);
}

/** Returns the page's new path for the tool. With a final slash, it is the folder to move the page into. */
function pageTarget({ to, into, rename }: MovePage, page: ListedPage, target: ListData): string {
  if (into) return `${pickFolder(to, target)?.path ?? trimSlashes(to)}/`;
  if (rename && !to.includes("/")) return beside(page.path, to);
  const folder = /\.[A-Za-z]+$/u.test(to) ? null : pickFolder(to, target);
  if (folder !== null && !to.includes("/")) return `${folder.path}/`;
  return fromAddress(page, target, to);
}

function folderTarget({ to, into, rename }: MovePage, folder: ListedFolder, target: ListData): string {
  const name = trimSlashes(to);
  const existing = pickFolder(to, target);
  if (into) return `${existing?.path ?? name}/`;
  if (existing !== null) {
    throw new CannotDo(
      `The folder ${code(`${existing.path}/`)} already exists. Write “move ${folder.path} into ${existing.path}”, or choose a different name.`,
    );
  }
  return rename && !name.includes("/") ? beside(folder.path, name) : name;
}

/** Returns the name in the same folder as `path`. */
function beside(path: string, name: string): string {
  const cut = path.lastIndexOf("/");
  return cut === -1 ? name : `${path.slice(0, cut)}/${name}`;
}

function trimSlashes(path: string): string {
  return path.replace(/^\/+|\/+$/gu, "");
}

/**
 * Converts a target that may be an address to a path. If the site's addresses have a prefix that the docs folder does
 * not (`/docs/intro` for `intro.md`), the moved page's address shows it.
 */
function fromAddress(page: ListedPage, { root }: ListData, to: string): string {
  if (!to.startsWith("/")) return to;
  const inRoot = root === "" ? page.path : page.path.slice(root.length + 1);
  const bare = inRoot.replace(/\.[A-Za-z]+$/u, "").replace(/(?:^|\/)(?:index|readme)$/iu, "");
  const url = page.url.replace(/\/+$/u, "");
  const prefix = bare !== "" && url.endsWith(`/${bare}`) ? url.slice(0, -bare.length - 1) : "";
  const rest = prefix !== "" && to.startsWith(`${prefix}/`) ? to.slice(prefix.length) : to;
  return rest.replace(/^\/+/u, "");
}

function outcomeOf(instruction: MovePage, from: string, report: ToolData<"move_page">): Outcome {
  const { moved, links, redirects } = report;
  const [first] = moved;
  const to = moved.length === 1 && first !== undefined ? first.to : instruction.to;
  const linked = links.reduce((sum, { count }) => sum + count, 0);
  const added = redirects.filter(({ change }) => change === "added").length;
  const facts = [
    ...(moved.length > 1 ? [`${counted(moved.length, "file")} moved`] : []),
    ...(linked > 0 ? [`${counted(linked, "link")} changed on ${counted(links.length, "page")}`] : []),
    ...(added > 0 ? [`${counted(added, "redirect")} added`] : []),
  ];
  return {
    changed: true,
    title: `Move ${from} to ${to}`,
    summary: `Moved ${code(from)} to ${code(to)}${facts.length === 0 ? "" : `: ${facts.join(", ")}`}.`,
    notes: noteLines(report.notes),
  };
}
