import { isIP } from "node:net";
import { limits as countsLimits } from "#counts";
import { limits } from "../../limits.ts";
import { signalHeaders } from "../classify/request-signals.ts";
import type { Fault } from "../outcome.ts";
import { parseAnyTime } from "../parse-time.ts";
import type { RawEvent, RequestHeaders } from "../raw-event.ts";

const { eventIdCharsMax } = countsLimits;
const { eventBytesMax, visitorIdCharsMax, headerCharsMax } = limits.collect;

/**
 * Reads an event as sent by servers and edges (R51). Validates by hand because sixty thousand arrive per second; the
 * schema in the OpenAPI document has the same rules. Null means that a field is absent; unknown fields are ignored.
 */
export function readEvent(value: unknown): RawEvent | Fault {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    return fault("An event must be a JSON object.");
  const event = value as Readonly<Record<string, unknown>>;
  if (isTooLarge(event)) return { rejected: "event_too_large", message: tooLarge };
  const url = event.url ?? null;
  const target = url ?? event.path;
  if (typeof target !== "string" || target === "")
    return fault("url or path is required and must be a string.");
  if (url !== null && !isUrl(target)) return fault("url must be an http or https URL.");
  const atMs = event.timestamp == null ? null : parseAnyTime(event.timestamp);
  if (Number.isNaN(atMs)) return { rejected: "invalid_timestamp", message: badTime };
  const headers = event.headers == null ? null : readHeaders(event.headers);
  if (headers === undefined) return fault("headers must be an object of strings.");
  const { id, ip, userAgent, method, status, referrer, visitorId, source } = event;
  if (!isTextOf(id, eventIdCharsMax))
    return fault(`id must be a string of 1 to ${eventIdCharsMax} characters.`);
  if (!isTextOf(visitorId, visitorIdCharsMax))
    return fault(`visitorId must be a string of 1 to ${visitorIdCharsMax} characters.`);
  if (ip != null && ip !== "" && (typeof ip !== "string" || isIP(ip) === 0))
    return fault("ip must be an IP address.");
  if (status != null && !isStatus(status)) return fault("status must be a number from 100 to 599.");
  for (const text of [userAgent, method, referrer, source])
    if (text != null && typeof text !== "string")
      return fault("userAgent, method, referrer and source must be strings.");
  return {
    source: source === "browser" || source === "log" ? source : "server",
    id: (id as string | null | undefined) ?? null,
    atMs,
    target,
    ip: (ip as string | null | undefined) ?? null,
    forwardedFor: headers?.["x-forwarded-for"] ?? "",
    userAgent: (userAgent as string | null | undefined) ?? headers?.["user-agent"] ?? "",
    method: method == null ? "GET" : (method as string).toUpperCase(),
    status: (status as number | null | undefined) ?? 200,
    referrer: (referrer as string | null | undefined) ?? headers?.referer ?? "",
    headers,
    visitorId: (visitorId as string | null | undefined) ?? null,
  };
}

const badTime = "timestamp must be an ISO 8601 time, or a number of seconds or milliseconds since 1970.";
export const tooLarge = `An event can have at most ${eventBytesMax} bytes.`;

const fault = (message: string): Fault => ({ rejected: "invalid_event", message });

const isUrl = (text: string): boolean => /^https?:\/\/[^/\\?#]/iu.test(text);

const isStatus = (value: unknown): boolean =>
  typeof value === "number" && Number.isInteger(value) && value >= 100 && value <= 599;

/** Whether a value is absent, or a string of 1 to `charsMax` characters. */
function isTextOf(value: unknown, charsMax: number): boolean {
  return value == null || (typeof value === "string" && value !== "" && value.length <= charsMax);
}

const wanted: ReadonlySet<string> = new Set([
  ...signalHeaders,
  ...["host", "x-forwarded-for", "user-agent", "referer"],
  ...["sec-purpose", "purpose", "x-purpose", "x-moz", "next-router-prefetch"],
]);

/** Returns the headers that are used, by lower-case name; undefined if the value is not a set of headers. */
export function readHeaders(value: unknown): RequestHeaders | undefined {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  const headers: Record<string, string> = {};
  for (const [name, given] of Object.entries(value)) {
    const key = name.toLowerCase();
    if (!wanted.has(key)) continue;
    const text: unknown = Array.isArray(given) ? given.join(", ") : given;
    if (typeof text !== "string") return undefined;
    headers[key] = text.slice(0, headerCharsMax);
  }
  return headers;
}

/** Checks an upper bound that is quick to compute first, and serializes the event only if that is exceeded. */
function isTooLarge(event: object): boolean {
  if (bytesAtMost(event, 2) <= eventBytesMax) return false;
  try {
    return Buffer.byteLength(JSON.stringify(event)) > eventBytesMax;
  } catch {
    // It is nested more deeply than the engine's stack allows, unlike any real event.
    return true;
  }
}

/** Returns an upper bound for the JSON size (up to six bytes per character); Infinity if nested beyond `depth`. */
function bytesAtMost(value: object, depth: number): number {
  let bytes = 2;
  for (const name in value) {
    const inner = (value as Readonly<Record<string, unknown>>)[name];
    bytes += name.length * 6 + 4;
    if (typeof inner === "string") bytes += inner.length * 6 + 2;
    else if (typeof inner !== "object" || inner === null) bytes += 24;
    else bytes += depth === 0 ? Infinity : bytesAtMost(inner as object, depth - 1);
  }
  return bytes;
}
