import type { CountTable } from "#counts";
import { AppError } from "../../errors.ts";
import { limits } from "../../limits.ts";
import type { Clock } from "../../std/clock.ts";
import { newId } from "../../std/id.ts";

const { keepMs, countMax, perProjectMax, bytesPerProjectMax, bytesMax, startsKept } = limits.snapshots;

/** An answer that a walk over its pages goes on in (R14), whatever arrives meanwhile. */
export interface Snapshot<Row, Totals> {
  readonly id: string;
  readonly table: CountTable<Row, Totals>;
  /** Visitors were hashed with more than one key when it was taken (R56). */
  readonly isUpperBound: boolean;
}

export interface SnapshotRequest<Row, Totals> {
  readonly projectId: string;
  /** Who walks: walks of two API keys do not meet. */
  readonly walker: string;
  /** The question and the page's size: all of the request but the offset. Equal texts have rows of one type. */
  readonly parameters: string;
  readonly offset: number;
  readonly limit: number;
  /** The snapshot that the client named; null where it named none. */
  readonly named: string | null;
  take(): Promise<Pick<Snapshot<Row, Totals>, "table" | "isUpperBound">>;
}

/** Fixed answers, kept for a while so that the pages of a walk agree. */
export interface Snapshots {
  /** The one that a request is to be answered from. `conflict` where it names one that is none of its question. */
  select<Row, Totals>(request: SnapshotRequest<Row, Totals>): Promise<Snapshot<Row, Totals>>;
}

interface Kept extends Snapshot<unknown, unknown> {
  readonly projectId: string;
  readonly walker: string;
  readonly parameters: string;
  /** Ascends in the order in which they were taken. */
  readonly number: number;
  /** Where pages that were answered from it began. */
  readonly starts: Set<number>;
  usedAt: number;
}

interface Tally {
  count: number;
  bytes: number;
}

export function createSnapshots(clock: Pick<Clock, "now">): Snapshots {
  /** In the order of their last use. */
  const kept = new Map<string, Kept>();
  const all: Tally = { count: 0, bytes: 0 };
  const ofProject = new Map<string, Tally>();
  let taken = 0;

  function add(one: Kept): void {
    kept.set(one.id, one);
    const own = ofProject.get(one.projectId) ?? { count: 0, bytes: 0 };
    ofProject.set(one.projectId, own);
    for (const tally of [all, own]) {
      tally.count++;
      tally.bytes += one.table.bytes;
    }
  }

  function drop(one: Kept): void {
    kept.delete(one.id);
    const own = ofProject.get(one.projectId) as Tally;
    for (const tally of [all, own]) {
      tally.count--;
      tally.bytes -= one.table.bytes;
    }
    if (own.count === 0) ofProject.delete(one.projectId);
  }

  function dropExpired(): void {
    for (const one of kept.values()) {
      if (clock.now() - one.usedAt < keepMs) return;
      drop(one);
    }
  }

  /** The newest one stays, however large: without it a walk over its rows could not go on. */
  function dropBeyondBounds(newest: Kept): void {
    const own = ofProject.get(newest.projectId) as Tally;
    for (const one of kept.values()) {
      const isOver = all.count > countMax || all.bytes > bytesMax;
      const isOwnOver = own.count > perProjectMax || own.bytes > bytesPerProjectMax;
      if (one === newest || !(isOver || isOwnOver)) return;
      if (isOver || one.projectId === newest.projectId) drop(one);
    }
  }

  function find({ projectId, walker, parameters, offset, limit, named }: SnapshotRequest<never, never>) {
    if (named !== null) {
      const one = kept.get(named);
      if (one?.projectId === projectId && one.parameters === parameters) return one;
      throw new AppError(
        "conflict",
        "The snapshot that Docwright-Snapshot names is over, or is of another question. Begin again at offset=0 without that header.",
      );
    }
    if (offset === 0) return null;
    let newest: Kept | null = null;
    for (const one of kept.values())
      if (
        one.number > (newest?.number ?? 0) &&
        one.walker === walker &&
        one.projectId === projectId &&
        one.parameters === parameters &&
        one.starts.has(offset - limit)
      )
        newest = one;
    return newest;
  }

  return {
    async select<Row, Totals>(request: SnapshotRequest<Row, Totals>) {
      dropExpired();
      const found = find(request as SnapshotRequest<never, never>);
      const { projectId, walker, parameters, offset } = request;
      const one: Kept = found ?? {
        ...(await request.take()),
        ...{ id: newId("snp"), projectId, walker, parameters },
        number: ++taken,
        starts: new Set(),
        usedAt: 0,
      };
      // A walk needs the last start; a client that asks once more for a page, those before.
      one.starts.delete(offset);
      one.starts.add(offset);
      for (const first of one.starts) if (one.starts.size > startsKept) one.starts.delete(first);
      one.usedAt = clock.now();
      if (found !== null) drop(found);
      add(one);
      if (found === null) dropBeyondBounds(one);
      // Equal parameters are one question, whose rows are of one type.
      return one as Snapshot<Row, Totals>;
    },
  };
}
