import { createHmac, randomBytes, randomUUID } from "node:crypto";
import { CountsError } from "../errors.ts";
import { limits } from "../limits.ts";
import { type AiCategory, aiCategories, type PageEvents } from "../visitor-counts.ts";
import type { Connection } from "./connection.ts";

/** A project's settings, and its erased visitors and deleted pages. A change is durable when its promise resolves. */
export interface ProjectSettings {
  readonly countedCategories: readonly AiCategory[];
  /** The first retained day. */
  readonly retainedFrom: number;
  setCountedCategories(categories: readonly AiCategory[]): Promise<void>;
  setRetainedFrom(day: number): Promise<void>;
  isErased(visitor: string): boolean;
  listErased(): readonly string[];
  /**
   * Rejects a visitor's events from now on. `isPending` is true until the visitor's stored events have been deleted.
   */
  markErased(visitor: string, isPending: boolean): Promise<void>;
  pendingErasures(): readonly string[];
  isDeleted(path: string, ts: number): boolean;
  /**
   * Rejects the page's events in this range from now on. Throws `invalid_request` if too many pages have been deleted.
   */
  beginDeletion(page: PageEvents): Promise<void>;
  endDeletion(page: PageEvents): Promise<void>;
  pendingDeletions(): readonly PageEvents[];
}

interface Row {
  readonly name: string;
  readonly value: string;
  readonly version: number;
}

/** A range without a start is stored with this start, because no event is earlier. */
const openStart = -1;

export async function readProjectSettings(connection: Connection, project: string): Promise<ProjectSettings> {
  const rows = await connection.select<Row>(
    "select name, value, version from settings final where project = {project:String}",
    { project },
  );
  const values = new Map(rows.map(({ name, value }) => [name, value]));
  let version = rows.reduce((last, row) => Math.max(last, row.version), 0);
  const write = async (name: string, value: string) => {
    version++;
    await connection.insert("settings", [{ project, name, value, version }], randomUUID());
    values.set(name, value);
  };

  // Names such as `erased/<visitor>` and `deleted/<hash of the page>/<from>/<to>`.
  const erased = new Map<string, string>();
  const deleted = new Map<string, { fromMs: number; toMs: number }[]>();
  const noteDeleted = (name: string) => {
    const [, page = "", fromMs, toMs] = name.split("/");
    deleted.set(page, [...(deleted.get(page) ?? []), { fromMs: Number(fromMs), toMs: Number(toMs) }]);
  };
  for (const [name, value] of values) {
    if (name.startsWith("erased/")) erased.set(name.slice(7), value);
    if (name.startsWith("deleted/")) noteDeleted(name);
  }
  // The name of the page may have to be deleted, too, so only its keyed hash is kept.
  const hashOf = (path: string) =>
    createHmac("sha256", values.get("key") ?? "")
      .update(path)
      .digest("hex")
      .slice(0, 32);
  const nameOf = ({ path, fromMs, toMs }: PageEvents) =>
    `deleted/${hashOf(path)}/${fromMs === -Infinity ? openStart : fromMs}/${toMs}`;

  return {
    get countedCategories() {
      const stored = values.get("ai_categories");
      return stored === undefined ? aiCategories : (JSON.parse(stored) as AiCategory[]);
    },
    get retainedFrom() {
      return Number(values.get("retained_from") ?? 0);
    },
    setCountedCategories: (categories) => write("ai_categories", JSON.stringify(categories)),
    setRetainedFrom: (day) => write("retained_from", String(day)),
    isErased: (visitor) => erased.has(visitor),
    listErased: () => [...erased.keys()],
    async markErased(visitor, isPending) {
      const value = isPending ? "pending" : "done";
      await write(`erased/${visitor}`, value);
      erased.set(visitor, value);
    },
    pendingErasures: () => [...erased].flatMap(([visitor, value]) => (value === "pending" ? [visitor] : [])),
    isDeleted(path, ts) {
      if (deleted.size === 0) return false;
      return deleted.get(hashOf(path))?.some(({ fromMs, toMs }) => ts >= fromMs && ts < toMs) ?? false;
    },
    async beginDeletion(page) {
      if (!values.has("key")) await write("key", randomBytes(32).toString("hex"));
      const name = nameOf(page);
      const isKnown = values.has(name);
      const count = [...deleted.values()].reduce((sum, ranges) => sum + ranges.length, 0);
      if (!isKnown && count >= limits.deletedPagesMax)
        throw new CountsError(
          "invalid_request",
          `The project has deleted ${limits.deletedPagesMax} pages, which is the maximum.`,
        );
      await write(name, page.path);
      if (!isKnown) noteDeleted(name);
    },
    endDeletion: (page) => write(nameOf(page), ""),
    pendingDeletions: () =>
      [...values].flatMap(([name, path]) => {
        if (!name.startsWith("deleted/") || path === "") return [];
        const [, , fromMs, toMs] = name.split("/");
        return [{ path, fromMs: Number(fromMs), toMs: Number(toMs) }];
      }),
  };
}
