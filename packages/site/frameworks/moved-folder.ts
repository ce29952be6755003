import { below, inFolder, isBelow } from "../paths.ts";

/** A path or an address before and after a move. */
export type Member = readonly [before: string, after: string];

export interface MovedFiles {
  readonly root: string;
  /** The files of the tree. */
  readonly files: readonly string[];
  newPathOf(path: string): string | null;
}

/**
 * The new name, below `root`, of a folder whose files all move to the same folder. Null if the files do not all move to
 * the same folder.
 */
export function movedFolder(written: string, o: MovedFiles): string | null {
  const folder = inFolder(o.root, written.replace(/^\.?\/+|\/+$/g, ""));
  const members = o.files.flatMap((path): Member[] => {
    if (!isBelow(path, folder) || path === folder) return [];
    const to = o.newPathOf(path) ?? path;
    return [
      [`${written.replace(/\/+$/, "")}/${below(path, folder)}`, isBelow(to, o.root) ? below(to, o.root) : ""],
    ];
  });
  const moved = commonPrefix(written.replace(/\/*$/, "/"), members);
  return moved === null ? null : written.endsWith("/") ? moved : moved.replace(/\/$/, "");
}

/**
 * The prefix that replaces `value` in all new names. Null if there is no such prefix, or if another part of a name
 * changes.
 */
export function commonPrefix(value: string, members: readonly Member[]): string | null {
  const [first] = members;
  if (first === undefined) return null;
  const rest = first[0].slice(value.length);
  if (!first[1].endsWith(rest)) return null;
  const prefix = first[1].slice(0, first[1].length - rest.length);
  const agrees = members.every(([before, after]) => after === prefix + before.slice(value.length));
  return agrees && prefix !== "" ? prefix : null;
}
