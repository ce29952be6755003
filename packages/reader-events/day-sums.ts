import { dayMs, dayOf, type Range } from "./calendar.ts";
import type { Sqlite } from "./sqlite-file.ts";

/** A kind of daily sums: rows of `width` whole numbers, as its statement returns them. */
export interface SumKind {
  readonly number: number;
  readonly width: number;
  /** Selects the rows within [@fromMs, @toMs), a part of the day that begins at @dayMs. */
  readonly select: string;
}

/**
 * The sums of each day, so that a query about a month doesn't read a million events. They are a function of the stored
 * events: a change to a day's events removes its sums in the same transaction, and they are added up again afterwards,
 * in the background or by the next query. The parts of days at the ends of a range are read from the events' indexes.
 */
export interface DaySums<Kinds extends Record<string, SumKind>> {
  /** Call this in the transaction that changes the events of these days. */
  forget(kind: keyof Kinds & string, days: Iterable<number>): void;
  /** Calls `add` with the sums of a range, part by part, and the start of the day to which each part belongs. */
  each(kind: keyof Kinds & string, range: Range, add: (sums: Uint32Array, dayMs: number) => void): void;
  /** Adds up a changed day. Returns false if no day has changed. */
  addUpOne(): boolean;
  /** Removes days before this one, whose events were deleted. */
  removeBefore(day: number): void;
}

export function openDaySums<Kinds extends Record<string, SumKind>>(db: Sqlite, kinds: Kinds): DaySums<Kinds> {
  const forget = db.prepare(
    "insert into days values (?, ?, null) on conflict (kind, day) do update set sums = null where sums is not null",
  );
  const keep = db.prepare("update days set sums = ? where kind = ? and day = ?");
  const remove = db.prepare("delete from days where day < ?");
  const bounds = db
    .prepare<[number], [number | null, number | null]>("select min(day), max(day) from days where kind = ?")
    .raw();
  const list = db
    .prepare<[number, number, number], number>(
      "select day from days where kind = ? and day between ? and ? order by day",
    )
    .pluck();
  const read = db
    .prepare<[number, number], Buffer | null>("select sums from days where kind = ? and day = ?")
    .pluck();
  const changed = db.prepare<[], { kind: number; day: number }>(
    "select kind, day from days where sums is null limit 1",
  );
  const select = new Map(
    Object.values(kinds).map((kind) => [
      kind.number,
      db.prepare<[Range & { dayMs: number }], number[]>(kind.select).raw(),
    ]),
  );

  const addUp = (kind: number, day: number, range: Range): Uint32Array => {
    const rows = select.get(kind)?.all({ ...range, dayMs: day * dayMs }) ?? [];
    const width = rows[0]?.length ?? 0;
    const sums = new Uint32Array(rows.length * width);
    for (const [at, row] of rows.entries()) sums.set(row, at * width);
    return sums;
  };
  const wholeDay = (day: number): Range => ({ fromMs: day * dayMs, toMs: (day + 1) * dayMs });
  const addUpDay = (kind: number, day: number): Uint32Array => {
    const sums = addUp(kind, day, wholeDay(day));
    keep.run(Buffer.from(sums.buffer), kind, day);
    return sums;
  };

  return {
    forget(kind, days) {
      for (const day of days) forget.run(kinds[kind]?.number, day);
    },
    each(name, { fromMs, toMs }, add) {
      const kind = kinds[name]?.number ?? 0;
      const [first, last] = bounds.get(kind) ?? [null, null];
      if (first === null || last === null) return;
      const from = Math.max(fromMs, first * dayMs);
      const to = Math.min(toMs, (last + 1) * dayMs);
      if (from >= to) return;
      for (const day of list.all(kind, dayOf(from), dayOf(to - 1))) {
        const whole = wholeDay(day);
        const isWhole = from <= whole.fromMs && to >= whole.toMs;
        const part = { fromMs: Math.max(from, whole.fromMs), toMs: Math.min(to, whole.toMs) };
        const sums = isWhole ? (read.get(kind, day) ?? null) : null;
        if (!isWhole) add(addUp(kind, day, part), whole.fromMs);
        else add(sums === null ? addUpDay(kind, day) : numbersOf(sums), whole.fromMs);
      }
    },
    addUpOne() {
      const found = changed.get();
      if (found === undefined) return false;
      addUpDay(found.kind, found.day);
      return true;
    },
    removeBefore: (day) => void remove.run(day),
  };
}

/** Copies the bytes, because those of a row may begin anywhere in memory. */
const numbersOf = (bytes: Buffer): Uint32Array =>
  new Uint32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
