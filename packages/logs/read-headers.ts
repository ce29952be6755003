import { limits } from "./limits.ts";
import type { RequestHeaders } from "./logged-request.ts";

/**
 * Reads headers from JSON: an object of strings, or of lists of strings. Returns those in `wanted`, whose names are in
 * lower case, truncated to `limits.headerCharsMax`; undefined if the value is not a set of headers.
 */
export function readHeaders(value: unknown, wanted: ReadonlySet<string>): RequestHeaders | undefined {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  const headers: Record<string, string> = {};
  for (const [name, given] of Object.entries(value)) {
    const key = name.toLowerCase();
    if (!wanted.has(key)) continue;
    const text: unknown = Array.isArray(given) ? given.join(", ") : given;
    if (typeof text !== "string") return undefined;
    headers[key] = text.slice(0, limits.headerCharsMax);
  }
  return headers;
}
