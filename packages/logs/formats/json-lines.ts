import type { LineFields, LogFormat } from "./log-format.ts";
import { toRequest } from "./log-format.ts";

export type JsonObject = Readonly<Record<string, unknown>>;

/** A format with one JSON object per line. `read` returns null if an object has another format. */
export function jsonFormat(options: {
  readonly name: string;
  read(object: JsonObject, headers: ReadonlySet<string>): LineFields | "comment" | null;
}): LogFormat {
  const { name, read } = options;
  return {
    name,
    open:
      (headers = noHeaders) =>
      (line) => {
        const object = parseObject(line);
        const logged = object === null ? null : read(object, headers);
        return logged === null || logged === "comment" ? logged : toRequest(logged);
      },
  };
}

const noHeaders: ReadonlySet<string> = new Set();

function parseObject(line: string): JsonObject | null {
  const start = line.trimStart();
  if (!start.startsWith("{")) return null;
  try {
    return JSON.parse(start) as JsonObject;
  } catch {
    // Malformed lines are counted by the caller.
    return null;
  }
}

/** Returns the first of these fields that exists, as text; empty if none does. */
export function text(object: JsonObject, ...names: readonly string[]): string {
  for (const name of names) {
    const value = object[name];
    if (typeof value === "string") return value;
    if (typeof value === "number") return String(value);
    if (Array.isArray(value) && typeof value[0] === "string") return value[0];
  }
  return "";
}

/** Returns a field that is an object, or an empty object if it isn't. */
export function inner(object: JsonObject, name: string): JsonObject {
  const value = object[name];
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as JsonObject) : {};
}

export const hasAll = (object: JsonObject, ...names: readonly string[]): boolean =>
  names.every((name) => object[name] !== undefined);
