import { existsSync } from "node:fs";
import { limits } from "../../../../limits.ts";
import { dayMs, monthStart } from "../calendar.ts";
import { openToRead, type Sqlite } from "../events/sqlite-file.ts";
import { visitorBytes } from "../events/visitor-bytes.ts";
import type { ProjectFiles } from "../project-files.ts";
import type { DayEvents } from "./day-events.ts";
import { type RawEvents, readRawEvents } from "./raw-events.ts";
import { flagViews } from "./view-flags.ts";
import type { VisitorTable } from "./visitor-table.ts";

/** The months of a project, to read. Within `snapshot` all reads see the same state, whatever is written meanwhile. */
export interface MonthsToRead {
  snapshot<Result>(work: () => Result): Result;
  /** Days within [from, to) that have events, ascending. */
  listDays(from: number, to: number): number[];
  read(range: { fromMs: number; toMs: number }): RawEvents;
  close(): void;
}

/** Files that stay open between questions. */
const openMax = 36;

export function openMonthsToRead(files: ProjectFiles): MonthsToRead {
  const open = new Map<number, Sqlite>();
  let inSnapshot = false;

  const openMonth = (month: number): Sqlite | null => {
    let db = open.get(month);
    if (db === undefined) {
      if (!existsSync(files.month(month))) return null;
      db = openToRead(files.month(month));
      open.set(month, db);
    }
    if (inSnapshot && !db.inTransaction) db.exec("begin");
    return db;
  };
  const closeMonths = (keep: number) => {
    for (const [month, db] of open) {
      if (open.size <= keep) break;
      db.close();
      open.delete(month);
    }
  };
  return {
    snapshot(work) {
      if (inSnapshot) return work();
      inSnapshot = true;
      try {
        return work();
      } finally {
        inSnapshot = false;
        for (const db of open.values()) if (db.inTransaction) db.exec("commit");
        closeMonths(openMax);
      }
    },
    listDays: (from, to) =>
      files
        .listMonths()
        .filter((month) => monthStart(month) < to && monthStart(month + 1) > from)
        .flatMap(
          (month) =>
            openMonth(month)
              ?.prepare<[number, number], number>(
                "select day from days where day >= ? and day < ? and events > 0 order by day",
              )
              .pluck()
              .all(from, to) ?? [],
        ),
    read: (range) => readRawEvents(openMonth, range),
    close: () => closeMonths(0),
  };
}

/** Reads a day with the seconds before and after it, which decide on its views, and numbers its visitors. */
export function readDay(
  months: MonthsToRead,
  day: number,
  { visitors, isBrowser }: { visitors: VisitorTable; isBrowser: Uint8Array },
): DayEvents {
  const edge = limits.counts.sameViewMs;
  const raw = months.read({ fromMs: day * dayMs - edge, toMs: (day + 1) * dayMs + edge });
  const visitor = new Uint32Array(raw.length);
  for (let i = 0; i < raw.length; i++) visitor[i] = visitors.numberOf(raw.visitors, i * visitorBytes);
  const { length, times: time, path, client, referrer } = raw;
  const isView = flagViews({ length, time, visitor, path, client }, isBrowser);
  let [from, to] = [0, length];
  while (from < length && (time[from] as number) < edge) from++;
  while (to > from && (time[to - 1] as number) >= edge + dayMs) to--;
  return {
    day,
    length: to - from,
    time: time.subarray(from, to).map((ms) => ms - edge),
    visitor: visitor.subarray(from, to),
    path: path.subarray(from, to),
    client: client.subarray(from, to),
    referrer: referrer.subarray(from, to),
    isView: isView.subarray(from, to),
  };
}
