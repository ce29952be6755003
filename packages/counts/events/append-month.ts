import { limits } from "../limits.ts";
import type { CommitNotice } from "./commit-notice.ts";
import type { JoinedEvents } from "./joined-events.ts";
import { type Column, chunkRows, type DayChange, type MonthFile, noteChange } from "./month-file.ts";
import { gatherBytes, visitorOf } from "./visitor-bytes.ts";

/** The possible outcomes of an event, by the number used for each in `decided`. */
export const outcomes = ["accepted", "duplicate", "erased", "past_retention", "deleted"] as const;
export const outcomeNumber = {
  accepted: 0,
  duplicate: 1,
  erased: 2,
  pastRetention: 3,
  deleted: 4,
  undecided: 255,
} as const;

/** A commit to one month's file: its number and the events it stored. */
export interface MonthCommit {
  /** Null if every event was already known. */
  readonly commit: number | null;
  readonly stored: readonly number[];
  readonly withIds: readonly number[];
}

/**
 * Stores the undecided events among `numbers`, all from one month, and sets their outcomes. Events and their IDs share
 * one transaction, because an event stored without its ID would be counted again if its sender retries.
 */
export function appendMonth(
  file: MonthFile,
  {
    events,
    numbers,
    decided,
    nowMs,
  }: {
    events: JoinedEvents;
    numbers: Uint32Array;
    decided: Uint8Array;
    nowMs: number;
  },
): MonthCommit {
  const { ids } = events;
  const open = numbers.filter((i) => decided[i] === outcomeNumber.undecided);
  const changes = new Map<number, DayChange>();
  const stored: number[] = [];
  const decide = (i: number, isNew: boolean) => {
    decided[i] = isNew ? outcomeNumber.accepted : outcomeNumber.duplicate;
    if (!isNew) return;
    stored.push(i);
    noteChange(changes, events.times[i] as number, limits.sameViewMs, 1);
  };
  const withIds = ids === null ? [] : [...open.filter((i) => ids.has[i] === 1)];
  const commit = file.transaction(() => {
    let at = 0;
    for (; at + chunkRows <= open.length; at += chunkRows) {
      const chunk = open.subarray(at, at + chunkRows);
      if (file.insertChunk(columnsOf(events, chunk))) for (const i of chunk) decide(i, true);
      else for (const i of chunk) decide(i, file.insertRow(columnsOf(events, [i])));
    }
    for (const i of open.subarray(at)) decide(i, file.insertRow(columnsOf(events, [i])));
    if (ids !== null && withIds.length > 0) {
      file.recordIds(gatherBytes(ids.bytes, withIds), nowMs);
      file.forgetIds(nowMs - limits.idKeepMs);
    }
    return changes.size === 0 ? null : file.recordDays(changes);
  });
  return { commit, stored, withIds };
}

function columnsOf(events: JoinedEvents, numbers: ArrayLike<number>): Column[] {
  const columns = new Array<Column>(numbers.length * 5);
  for (let at = 0, to = 0; at < numbers.length; at++) {
    const i = numbers[at] as number;
    columns[to++] = events.times[i] as number;
    columns[to++] = visitorOf(events.visitors, i);
    columns[to++] = events.path[i] as number;
    columns[to++] = events.client[i] as number;
    columns[to++] = events.referrer[i] as number;
  }
  return columns;
}

/** Creates the notice that tells the counting threads about a commit. */
export function noticeOf(
  events: JoinedEvents,
  stored: readonly number[],
  place: { projectId: string; month: number; commit: number },
): CommitNotice {
  const times = new Float64Array(stored.length);
  for (let at = 0; at < stored.length; at++) times[at] = events.times[stored[at] as number] as number;
  const take = (column: Uint32Array) => {
    const taken = new Uint32Array(stored.length);
    for (let at = 0; at < stored.length; at++) taken[at] = column[stored[at] as number] as number;
    return taken;
  };
  return {
    type: "events",
    ...place,
    length: stored.length,
    times,
    visitors: gatherBytes(events.visitors, stored),
    path: take(events.path),
    client: take(events.client),
    referrer: take(events.referrer),
  };
}
