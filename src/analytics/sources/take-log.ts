import { type LoggedRequest, limits as logLimits, readLog, type UnreadLine } from "#logs";
import { createHostTally, type HostRow } from "../log-hosts.ts";
import { type LogNote, notesOf } from "../log-notes.ts";
import type { IgnoredReason, IngestResult, RejectedReason } from "../outcome.ts";
import type { RawEvent } from "../raw-event.ts";
import { toAppError } from "../to-app-error.ts";
import { usedHeaders } from "./read-event.ts";

export interface LogReport {
  readonly format: string;
  /** All lines, including comments and empty ones. */
  readonly lines: number;
  readonly accepted: number;
  readonly duplicates: number;
  readonly ignored: ReadonlyMap<IgnoredReason, number>;
  readonly rejected: number;
  /** The first rejected lines. */
  readonly rejectedLines: readonly RejectedLine[];
  /** The requested hosts, most views first; empty if the log doesn't contain hosts. */
  readonly hosts: readonly HostRow[];
  /** Remarks that may explain unexpected numbers. */
  readonly notes: readonly LogNote[];
}

export interface RejectedLine {
  /** The line number, starting at 1. */
  readonly line: number;
  readonly error: RejectedReason | UnreadLine["error"];
}

/** Reads a log of any size and format (R52), and stores its requests in batches. */
export async function takeLog(options: {
  readonly chunks: AsyncIterable<Uint8Array>;
  readonly format: string | null;
  readonly store: (events: readonly RawEvent[]) => Promise<IngestResult>;
}): Promise<LogReport> {
  const ignored = new Map<IgnoredReason, number>();
  const rejectedLines: RejectedLine[] = [];
  const hosts = createHostTally();
  let [accepted, duplicates, rejected] = [0, 0, 0];
  const take = async (requests: readonly LoggedRequest[], lines: readonly number[]): Promise<void> => {
    const result = await options.store(requests);
    accepted += result.accepted;
    duplicates += result.duplicates;
    rejected += result.rejected.length;
    hosts.add(result.hosts);
    for (const [reason, count] of result.ignored) ignored.set(reason, (ignored.get(reason) ?? 0) + count);
    for (const { index, error } of result.rejected)
      if (rejectedLines.length < shownMax) rejectedLines.push({ line: lines[index] as number, error });
  };
  try {
    const { format, lines, unread, unreadLines } = await readLog({ ...options, headers: usedHeaders, take });
    const rows = hosts.rows();
    return {
      ...{ format, lines, accepted, duplicates, ignored, rejected: rejected + unread },
      rejectedLines: [...rejectedLines, ...unreadLines].sort((a, b) => a.line - b.line).slice(0, shownMax),
      ...{ hosts: rows, notes: notesOf({ hosts: rows }) },
    };
  } catch (error) {
    throw toAppError(error);
  }
}

const shownMax = logLimits.unreadLinesShownMax;
