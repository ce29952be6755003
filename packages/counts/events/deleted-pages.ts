import { createHmac } from "node:crypto";
import { CountsError } from "../errors.ts";
import { limits } from "../limits.ts";
import type { Sqlite } from "./sqlite-file.ts";

/**
 * A page whose events in [fromMs, toMs) were deleted. `path` is the page's path while the deletion is pending, and null
 * afterwards.
 */
export interface DeletedPage {
  readonly page: Uint8Array;
  readonly fromMs: number;
  readonly toMs: number;
  readonly path: string | null;
}

/** The deleted pages of a project, by a keyed hash of their path, because the path itself may have to be deleted. */
export interface DeletedPages {
  /** Durable when it returns. Throws `invalid_request` if there are too many. */
  begin(path: string, range: { fromMs: number; toMs: number }): DeletedPage;
  /** Deletes the stored path of the page. */
  end(deleted: DeletedPage): void;
  pending(): DeletedPage[];
  /** The deleted ranges of a page; null if there are none, as for nearly all pages. */
  rangesOf(path: string): readonly { fromMs: number; toMs: number }[] | null;
}

/** Times are stored in whole milliseconds, and this value represents an open start. */
const openStart = -1;

export function openDeletedPages(db: Sqlite, key: Uint32Array): DeletedPages {
  // An earlier version ignores the table.
  db.exec(`
    create table if not exists deleted_pages (
      page blob not null, from_ms integer not null, to_ms integer not null, path text,
      primary key (page, from_ms, to_ms)
    ) strict, without rowid`);
  const all = db.prepare<[], DeletedPage>(
    "select page, from_ms as fromMs, to_ms as toMs, path from deleted_pages",
  );
  const insert = db.prepare("insert or replace into deleted_pages values (?, ?, ?, ?)");
  const forget = db.prepare(
    "update deleted_pages set path = null where page = ? and from_ms = ? and to_ms = ?",
  );
  const ranges = new Map<string, { fromMs: number; toMs: number }[]>();
  let count = 0;
  const add = ({ page, fromMs, toMs }: DeletedPage) => {
    const name = Buffer.from(page).toString("latin1");
    ranges.set(name, [...(ranges.get(name) ?? []), { fromMs, toMs }]);
    count++;
  };
  for (const row of all.iterate()) add(row);
  const digestOf = (path: string): Buffer =>
    createHmac("sha256", Buffer.from(key.buffer)).update(path).digest().subarray(0, 16);

  return {
    begin(path, { fromMs, toMs }) {
      const page = digestOf(path);
      const deleted = { page, fromMs: fromMs === -Infinity ? openStart : fromMs, toMs, path };
      const isKnown = ranges
        .get(page.toString("latin1"))
        ?.some((range) => range.fromMs === deleted.fromMs && range.toMs === toMs);
      if (count >= limits.deletedPagesMax)
        throw new CountsError(
          "invalid_request",
          `The project has deleted ${limits.deletedPagesMax} pages, which is the maximum.`,
        );
      insert.run(page, deleted.fromMs, toMs, path);
      if (isKnown !== true) add(deleted);
      return deleted;
    },
    end: ({ page, fromMs, toMs }) => void forget.run(page, fromMs, toMs),
    pending: () => all.all().filter(({ path }) => path !== null),
    rangesOf(path) {
      if (count === 0) return null;
      return ranges.get(digestOf(path).toString("latin1")) ?? null;
    },
  };
}
