import { limits as countsLimits } from "#counts";
import { limits } from "../../../limits.ts";
import type { IgnoredReason, IngestResult, RejectedReason } from "../../outcome.ts";
import type { RawEvent } from "../../raw-event.ts";
import { decompress } from "./decompress.ts";
import { detectFormat, findFormat } from "./detect-format.ts";
import type { LogFormat, ReadLine } from "./log-format.ts";
import { createArraySplitter, createLineSplitter, type Splitter } from "./split-lines.ts";

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
}

export interface RejectedLine {
  /** The line number, starting at 1. */
  readonly line: number;
  readonly error: RejectedReason | "malformed_line" | "line_too_long";
}

const { sampleLinesMax, rejectedLinesShownMax, logBatchEvents } = limits.collect;

/**
 * Reads a log of any size and format. `format` is a name, a pattern, or null to detect the format from the first lines.
 * Holds a few thousand events at a time, and continues reading while the last batch is stored. Lines that cannot be
 * read are counted and skipped.
 */
export async function readLog(options: {
  readonly chunks: AsyncIterable<Uint8Array>;
  readonly format: string | null;
  readonly store: (events: readonly RawEvent[]) => Promise<IngestResult>;
}): Promise<LogReport> {
  const named = options.format === null ? null : findFormat(options.format);
  const tally = createTally();
  const lines = createLineReader(named, tally);
  const writer = createWriter(options.store, tally);
  const decoder = new TextDecoder();
  let splitter: Splitter | null = null;
  for await (const chunk of decompress(options.chunks)) {
    const text = decoder.decode(chunk, { stream: true });
    splitter ??= splitterFor(text, lines.take);
    splitter?.push(text);
    if (lines.events.length >= logBatchEvents) await writer.write(lines);
  }
  splitter?.end();
  lines.end();
  while (lines.events.length > 0) await writer.write(lines);
  await writer.idle();
  return tally.report(lines.formatName());
}

/** Null until something other than white space arrives. */
function splitterFor(text: string, take: (line: string | null) => void): Splitter | null {
  const first = /\S/u.exec(text)?.[0];
  if (first === undefined) return null;
  return first === "[" && /^\s*\[\s*(?:[{\]]|$)/u.test(text.slice(0, 1000))
    ? createArraySplitter(take)
    : createLineSplitter(take);
}

type Tally = ReturnType<typeof createTally>;

function createTally() {
  const ignored = new Map<IgnoredReason, number>();
  const rejectedLines: RejectedLine[] = [];
  let [lines, accepted, duplicates, rejected] = [0, 0, 0, 0];
  return {
    countLine: (): number => ++lines,
    reject(line: number, error: RejectedLine["error"]) {
      rejected++;
      if (rejectedLines.length < rejectedLinesShownMax) rejectedLines.push({ line, error });
    },
    add(result: IngestResult, numbers: readonly number[]) {
      accepted += result.accepted;
      duplicates += result.duplicates;
      for (const [reason, count] of result.ignored) ignored.set(reason, (ignored.get(reason) ?? 0) + count);
      for (const { index, error } of result.rejected) this.reject(numbers[index] as number, error);
    },
    report: (format: string): LogReport => ({
      ...{ format, lines, accepted, duplicates, ignored, rejected },
      rejectedLines: [...rejectedLines].sort((a, b) => a.line - b.line),
    }),
  };
}

/** Converts lines to events. If no format was given, holds the first lines until the format is detected. */
function createLineReader(named: LogFormat | null, tally: Tally) {
  let format = named;
  let read: ReadLine | null = named?.open() ?? null;
  const waiting: { readonly line: string; readonly number: number }[] = [];
  const events: RawEvent[] = [];
  const numbers: number[] = [];

  const readLine = (line: string, number: number, reader: ReadLine) => {
    const event = reader(line);
    if (event === "comment") return;
    if (event === null) return tally.reject(number, "malformed_line");
    events.push(event);
    numbers.push(number);
  };
  const detect = () => {
    format = detectFormat(waiting.map(({ line }) => line));
    read = format.open();
    for (const { line, number } of waiting.splice(0)) readLine(line, number, read);
  };
  return {
    events,
    numbers,
    take(line: string | null) {
      const number = tally.countLine();
      if (line === null) return tally.reject(number, "line_too_long");
      if (line === "") return;
      if (read !== null) return readLine(line, number, read);
      waiting.push({ line, number });
      if (waiting.length >= sampleLinesMax) detect();
    },
    end() {
      if (waiting.length > 0) detect();
    },
    formatName: () => format?.name ?? "none",
  };
}

/** Stores one batch while the next one is read. */
function createWriter(store: (events: readonly RawEvent[]) => Promise<IngestResult>, tally: Tally) {
  let last: Promise<void> = Promise.resolve();
  return {
    async write({ events, numbers }: { events: RawEvent[]; numbers: number[] }) {
      const batch = events.splice(0, countsLimits.batchEventsMax);
      const places = numbers.splice(0, batch.length);
      await last;
      last = store(batch).then((result) => tally.add(result, places));
      // A failure is reported when the promise is awaited.
      last.catch(() => {});
    },
    idle: () => last,
  };
}
