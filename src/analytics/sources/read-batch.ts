import { limits as countsLimits } from "#counts";
import { AppError } from "../../errors.ts";
import { limits } from "../../limits.ts";
import type { Fault } from "../outcome.ts";
import type { RawEvent } from "../raw-event.ts";
import { readEvent, tooLarge } from "./read-event.ts";

const { batchEventsMax } = countsLimits;
const { eventBytesMax } = limits.collect;

/**
 * A batch of events (R51): a JSON array, NDJSON, or one event by itself. What is wrong with one of them is told and
 * leaves the others be. Reads as it is asked for the first one; then throws `invalid_request` where the whole cannot be
 * read, `payload_too_large` where it has too many.
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
      `A batch has at most ${batchEventsMax} events, and this one has ${events}. Send it in parts.`,
    );
}

const utf8 = new TextDecoder("utf-8", { fatal: true });

const openBrace = 0x7b;
const lineFeed = 0x0a;

/** NDJSON, line by line, so that one that cannot be read is lost alone. */
function* readLines(bytes: Uint8Array, text: string | null): Generator<RawEvent | Fault, void> {
  const first = bytes.find((byte) => byte > 0x20);
  if (first !== openBrace)
    throw invalid(
      first === undefined
        ? "The body is empty. Send a JSON array of events, or one event a line."
        : text === null
          ? "The body is not UTF-8."
          : "The body is neither a JSON array of events nor one event a line.",
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
    // The only way to ask a decoder.
    return null;
  }
}

/** Undefined, which JSON cannot say, where it is none. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // The caller says what was expected.
    return undefined;
  }
}

function invalid(message: string): AppError {
  return new AppError("invalid_request", message, { fields: { details: [{ message }] } });
}
