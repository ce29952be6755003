import { type DestinationStream, destination, pino, stdSerializers } from "pino";
import type { Clock } from "../std/clock.ts";
import { redact } from "./redact.ts";

export type LogFields = Readonly<Record<string, unknown>>;

/** `error` among the fields is written with its stack and its causes. */
export interface LogMethod {
  (message: string): void;
  (fields: LogFields, message: string): void;
}

/** The operator's log: one JSON object a line. What looks like a secret never reaches it, whoever wrote it. */
export interface Log {
  readonly error: LogMethod;
  readonly warn: LogMethod;
  readonly info: LogMethod;
  readonly debug: LogMethod;
  /** A log whose lines all carry these fields. */
  child(fields: LogFields): Log;
}

export type LogLevel = "error" | "warn" | "info" | "debug" | "silent";

export interface LogOptions {
  readonly level: LogLevel;
  readonly clock: Clock;
  /** Default: standard error, since standard output belongs to what a command prints. */
  readonly destination?: DestinationStream;
}

const standardError = 2;

export function createLog({ level, clock, destination: to }: LogOptions): Log {
  return pino(
    {
      level,
      base: null,
      timestamp: createTimestamp(clock),
      formatters: { level: (label) => ({ level: label }) },
      serializers: { error: stdSerializers.errWithCause },
      hooks: { streamWrite: redact },
    },
    // Buffered within a turn of the event loop: a write for every line costs more than the request that it tells of.
    to ?? destination({ dest: standardError, sync: false }),
  );
}

/** Many lines share a millisecond; writing it out costs as much as the rest of a line. */
function createTimestamp(clock: Clock): () => string {
  let at = Number.NaN;
  let text = "";
  return () => {
    const now = clock.now();
    if (now !== at) {
      at = now;
      text = `,"time":"${new Date(now).toISOString()}"`;
    }
    return text;
  };
}
