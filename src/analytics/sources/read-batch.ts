import { limits as countsLimits } from "#counts";
import { AppError } from "../../errors.ts";
import { limits } from "../../limits.ts";
import type { Fault } from "../outcome.ts";
import type { RawEvent } from "../raw-event.ts";
import { readEvent, tooLarge } from "./read-event.ts";

const { batchEventsMax } = countsLimits;
const { eventBytesMax } = limits.collect;

/**
 * Reads a batch of events (R51): a JSON array, NDJSON, or a single event. A problem with one event is yielded as a
 * fault and does not affect the others. On the first read, throws `invalid_request` if the batch cannot be read, or
 * `payload_too_large` if it has too many events.
 */
export function* readBatch(bytes: Uint8Array): Generator<RawEvent | Fault, void> {
  const text = decode(bytes);
  const whole = text === null ? undefined : parse(text);
  if (whole === undefined) return yield* readLines(bytes, text);
  const values: readonly unknown[] = Array.isArray(whole) ? whole : [whole];
  requireCount(values.length);
  for (const value of values) yield readEvent(value);
}

function requireCount(events: number): void {
  if (events > batchEventsMax)
    throw new AppError(
      "payload_too_large",
      `A batch can have at most ${batchEventsMax} events, but this one has ${events}. Split it into several batches.`,
    );
}

const utf8 = new TextDecoder("utf-8", { fatal: true });

const openBrace = 0x7b;
const lineFeed = 0x0a;

/** Reads NDJSON line by line, so that an unreadable line does not affect the others. */
function* readLines(bytes: Uint8Array, text: string | null): Generator<RawEvent | Fault, void> {
  const first = bytes.find((byte) => byte > 0x20);
  if (first !== openBrace)
    throw invalid(
      first === undefined
        ? "The body is empty. Send a JSON array of events, or one event per line."
        : text === null
          ? "The body is not UTF-8."
          : "The body is neither a JSON array of events nor one event per line.",
    );
  const lines: Line[] = [];
  for (let from = 0; from < bytes.length; ) {
    const at = bytes.indexOf(lineFeed, from);
    const to = at === -1 ? bytes.length : at;
    const line = readLine(bytes.subarray(from, to));
    if (line !== null) lines.push(line);
    from = to + 1;
  }
  requireCount(lines.length);
  for (const line of lines) yield "rejected" in line ? line : readEvent(line.value);
}

type Line = { readonly value: unknown } | Fault;

function readLine(bytes: Uint8Array): Line | null {
  if (bytes.length > eventBytesMax) return { rejected: "event_too_large", message: tooLarge };
  const text = decode(bytes);
  if (text === null) return { rejected: "invalid_utf8", message: "The line is not UTF-8." };
  if (text.trim() === "") return null;
  const value = parse(text);
  return value === undefined
    ? { rejected: "invalid_json", message: "The line is not valid JSON." }
    : { value };
}

function decode(bytes: Uint8Array): string | null {
  try {
    return utf8.decode(bytes);
  } catch {
    // This is the only check that a decoder offers.
    return null;
  }
}

/** Parses JSON. Returns undefined, which is not a JSON value, if the text is invalid. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // The caller reports what it expected.
    return undefined;
  }
}

function invalid(message: string): AppError {
  return new AppError("invalid_request", message, { fields: { details: [{ message }] } });
}
