import { decompress } from "./decompress.ts";
import { LogError } from "./errors.ts";
import { detectFormat, findFormat } from "./formats/detect-format.ts";
import type { LogFormat, ReadLine } from "./formats/log-format.ts";
import { limits } from "./limits.ts";
import type { LoggedRequest } from "./logged-request.ts";
import { createArraySplitter, createJsonSplitter, createLineSplitter, type Splitter } from "./split-lines.ts";

export interface LogSummary {
  /** The name of the format; `none` if the log is empty. */
  readonly format: string;
  /** All lines, including comments and empty ones. */
  readonly lines: number;
  /** The number of lines that could not be read. */
  readonly unread: number;
  /** The first lines that could not be read. */
  readonly unreadLines: readonly UnreadLine[];
}

export interface UnreadLine {
  /** The line number, starting at 1. */
  readonly line: number;
  readonly error: "malformed_line" | "line_too_long";
}

export interface LogOptions {
  /**
   * The log, uncompressed or compressed with gzip or zstd. An empty chunk means that the rest may arrive much later: all
   * complete lines are passed on, and then `onPause` is called.
   */
  readonly chunks: AsyncIterable<Uint8Array>;
  /** A name, a pattern, or null to detect the format from the first lines. */
  readonly format: string | null;
  /** The names of the headers to keep, in lower case, if the log contains headers. None by default. */
  readonly headers?: ReadonlySet<string>;
  /**
   * Called with up to `limits.batchRequestsMax` requests and their line numbers, once the previous call has resolved.
   * If it rejects, so does `readLog`.
   */
  readonly take: (requests: readonly LoggedRequest[], lines: readonly number[]) => Promise<void>;
  /** Called after an empty chunk, once `take` has resolved for all complete lines. */
  readonly onPause?: () => Promise<void>;
}

/**
 * Reads a log of any size and format. Holds a few thousand requests at a time, and continues reading while the caller
 * processes the last batch. Lines that cannot be read are counted and skipped. Throws `LogError` if the format is
 * unknown or cannot be detected, or if compressed data is damaged or expands too much; requests before the error have
 * already been passed on.
 */
export async function readLog({ chunks, format, headers, take, onPause }: LogOptions): Promise<LogSummary> {
  const named = format === null ? null : findFormat(format);
  const tally = createTally();
  const lines = createLineReader(named, headers, tally);
  const batches = createBatches(take);
  const decoder = new TextDecoder();
  let splitter: Splitter | null = null;
  const passAll = async () => {
    while (lines.requests.length > 0) await batches.pass(lines);
    await batches.idle();
  };
  const finish = async () => {
    lines.end();
    await passAll();
  };
  try {
    for await (const chunk of decompress(chunks)) {
      if (chunk.length === 0) {
        lines.detectEarly();
        await passAll();
        await onPause?.();
        continue;
      }
      for (let at = 0; at < chunk.length; at += limits.decodedBytes) {
        const text = decoder.decode(chunk.subarray(at, at + limits.decodedBytes), { stream: true });
        splitter ??= splitterFor(text, lines.take);
        splitter?.push(text);
        if (lines.requests.length >= limits.batchRequests) await batches.pass(lines);
      }
    }
  } catch (error) {
    // The last line may be incomplete, so it is left out. The first problem is the one to report.
    await finish().catch(() => {});
    throw error;
  }
  splitter?.end();
  await finish();
  return { format: lines.formatName(), ...tally.result() };
}

/** Null until something other than whitespace arrives. */
function splitterFor(text: string, take: (line: string | null) => void): Splitter | null {
  const first = /\S/u.exec(text)?.[0];
  if (first === undefined) return null;
  if (first === "{") return createJsonSplitter(take);
  return first === "[" && /^\s*\[\s*(?:[{\]]|$)/u.test(text.slice(0, 1000))
    ? createArraySplitter(take)
    : createLineSplitter(take);
}

type Tally = ReturnType<typeof createTally>;

function createTally() {
  const unreadLines: UnreadLine[] = [];
  let [lines, unread] = [0, 0];
  return {
    countLine: (): number => ++lines,
    skip(line: number, error: UnreadLine["error"]) {
      unread++;
      if (unreadLines.length < limits.unreadLinesShownMax) unreadLines.push({ line, error });
    },
    result: () => ({ lines, unread, unreadLines: unreadLines.sort((a, b) => a.line - b.line) }),
  };
}

/** Converts lines to requests. If no format was given, holds the first lines until the format is detected. */
function createLineReader(named: LogFormat | null, headers: ReadonlySet<string> | undefined, tally: Tally) {
  let format = named;
  let read: ReadLine | null = named?.open(headers) ?? null;
  const waiting: { readonly line: string; readonly number: number }[] = [];
  let waitingChars = 0;
  const requests: LoggedRequest[] = [];
  const numbers: number[] = [];

  const readLine = (line: string, number: number, reader: ReadLine) => {
    const request = reader(line);
    if (request === "comment") return;
    if (request === null) return tally.skip(number, "malformed_line");
    requests.push(request);
    numbers.push(number);
  };
  const detect = () => {
    format = detectFormat(waiting.map(({ line }) => line));
    read = format.open(headers);
    for (const { line, number } of waiting.splice(0)) readLine(line, number, read);
  };
  return {
    requests,
    numbers,
    take(line: string | null) {
      const number = tally.countLine();
      if (line === null) return tally.skip(number, "line_too_long");
      if (line === "") return;
      if (read !== null) return readLine(line, number, read);
      waiting.push({ line, number });
      waitingChars += line.length;
      if (waiting.length >= limits.sampleLinesMax || waitingChars >= limits.sampleCharsMax) detect();
    },
    end() {
      if (waiting.length > 0) detect();
    },
    /** Detects the format from fewer lines than usual, if these lines are enough to recognize it. */
    detectEarly() {
      try {
        if (waiting.length > 0) detect();
      } catch (error) {
        // More lines may be needed to recognize the format.
        if (!(error instanceof LogError)) throw error;
      }
    },
    formatName: () => format?.name ?? "none",
  };
}

/** Passes on one batch while the next batch is read. */
function createBatches(take: LogOptions["take"]) {
  let last: Promise<void> = Promise.resolve();
  return {
    async pass({ requests, numbers }: { requests: LoggedRequest[]; numbers: number[] }) {
      const batch = requests.splice(0, limits.batchRequestsMax);
      const places = numbers.splice(0, batch.length);
      await last;
      last = take(batch, places);
      // A failure is reported when the promise is awaited.
      last.catch(() => {});
    },
    idle: () => last,
  };
}
