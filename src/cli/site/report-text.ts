import type { Carried, Note, Refactoring, Site } from "#site";

/** "1 page", "3 pages". */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

export function place({ path, line }: Pick<Note, "path" | "line">): string {
  return line === null ? path : `${path}:${line}`;
}

/** Formats items under a heading, unless there are none. */
export function itemList(
  heading: string,
  items: readonly Pick<Note, "path" | "line" | "message">[],
): string[] {
  return items.length === 0 ? [] : [heading, ...items.map((item) => `  ${place(item)}: ${item.message}`)];
}

export interface ChangedFile {
  readonly path: string;
  readonly change: "added" | "modified" | "deleted";
}

export function changedFiles(edits: Refactoring<unknown>["edits"], before: Site): ChangedFile[] {
  return [...edits]
    .map(([path, bytes]): ChangedFile => {
      const change = bytes === null ? "deleted" : before.hasFile(path) ? "modified" : "added";
      return { path, change };
    })
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** Describes links and redirects that changed along with the pages. */
export function carriedLines({ links, redirects }: Carried): string[] {
  const changed = links.reduce((sum, { count }) => sum + count, 0);
  return [
    ...(changed === 0 ? [] : [`Updated ${counted(changed, "link")} on ${counted(links.length, "page")}.`]),
    ...redirects.map(({ from, to, change }) =>
      to === null ? `Redirect ${change}: ${from}` : `Redirect ${change}: ${from} → ${to}`,
    ),
  ];
}
