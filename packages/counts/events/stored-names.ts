import { limits } from "../limits.ts";
import { createRecentMap } from "../recent-map.ts";
import type { Sqlite } from "./sqlite-file.ts";

/** Distinct texts of a project and their numbers, of which events hold one each. */
export interface StoredNames {
  /** Null for one that has no number yet, and could get one. */
  find(text: string): number | null;
  /** Its number, a new one where it has none: call it within a transaction. */
  intern(text: string): number;
}

/** How much a project may name: rows, and characters of all together. */
export interface NamesRoom {
  readonly rowsMax: number;
  readonly charsMax: number;
}

/**
 * What stands for those that come when there is no room any more, which only happens where somebody makes names up. No
 * page is called so, since spaces of paths stay escaped (R55), and no host has any.
 */
const otherPages = "(other pages)";
const otherSites = "(other sites)";

export function openReferrers(db: Sqlite, bounds: NamesRoom): StoredNames {
  const insert = db.prepare<[string]>("insert into referrers (referrer) values (?)");
  const room = readRoom(db, { table: "referrers", column: "referrer" }, bounds);
  return openNames({
    select: db.prepare<[string], number>("select id from referrers where referrer = ?").pluck(),
    isFull: room.isFull,
    insteadOf: () => otherSites,
    insert(referrer) {
      room.take(referrer);
      return Number(insert.run(referrer).lastInsertRowid);
    },
  });
}

/**
 * Pages, with the folders above them, each a row. Without room a page goes as another one of the nearest folder that is
 * known, so that what is counted below a folder stays right.
 */
export function openPaths(db: Sqlite, bounds: NamesRoom): StoredNames {
  const insert = db.prepare<[string, number | null]>("insert into paths (path, parent) values (?, ?)");
  const select = db.prepare<[string], number>("select id from paths where path = ?").pluck();
  const room = readRoom(db, { table: "paths", column: "path" }, bounds);
  const add = (path: string): number => {
    const parent = parentOf(path);
    const above = parent === null ? null : (select.get(parent) ?? add(parent));
    room.take(path);
    return Number(insert.run(path, above).lastInsertRowid);
  };
  return openNames({
    select,
    isFull: room.isFull,
    insteadOf(path) {
      let folder = parentOf(path) ?? "/";
      while (folder !== "/" && select.get(folder) === undefined) folder = parentOf(folder) ?? "/";
      return folder === "/" ? `/${otherPages}` : `${folder}/${otherPages}`;
    },
    insert: add,
  });
}

/** The folder above a path, or for a deep one the deepest folder that prefixes are indexed for; null for the root. */
function parentOf(path: string): string | null {
  if (path === "/") return null;
  const segments = path.split("/").slice(1, -1);
  return `/${segments.slice(0, limits.prefixDepthMax).join("/")}`;
}

function readRoom(
  db: Sqlite,
  { table, column }: { table: string; column: string },
  { rowsMax, charsMax }: NamesRoom,
) {
  let [rows = 0, chars = 0] =
    db
      .prepare<[], [number, number]>(`select count(*), coalesce(sum(length(${column})), 0) from ${table}`)
      .raw()
      .get() ?? [];
  return {
    isFull: (): boolean => rows >= rowsMax || chars >= charsMax,
    take(text: string) {
      rows++;
      chars += text.length;
    },
  };
}

/** The numbers of those that came lately are kept in memory. */
function openNames({
  select,
  isFull,
  insteadOf,
  insert,
}: {
  select: { get(text: string): number | undefined };
  isFull(): boolean;
  insteadOf(text: string): string;
  insert(text: string): number;
}): StoredNames {
  const recent = createRecentMap<string, number>(limits.namesKept);
  const keep = (text: string, id: number) => {
    if (text.length <= limits.rememberedCharsMax) recent.set(text, id);
    return id;
  };
  const find = (text: string): number | null => {
    const known = recent.get(text);
    if (known !== undefined) return known;
    const id = select.get(text) ?? (isFull() ? select.get(insteadOf(text)) : undefined);
    return id === undefined ? null : keep(text, id);
  };
  return {
    find,
    intern: (text) => find(text) ?? keep(text, insert(isFull() ? insteadOf(text) : text)),
  };
}
