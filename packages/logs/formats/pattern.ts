import { LogError } from "../errors.ts";
import { limits } from "../limits.ts";
import { parseAnyTime, parseIsoTime } from "../parse-time.ts";
import { fromApache } from "./apache-pattern.ts";
import { createReadClfTime } from "./clf-time.ts";
import { type LogFormat, type ReadLine, toRequest, withoutPort } from "./log-format.ts";
import { unescapeField } from "./unescape-field.ts";

/** The values that a pattern's variables can provide. */
const slots = [
  "ip",
  "ipPort",
  "clfTime",
  "isoTime",
  "unixTime",
  "request",
  "method",
  "target",
  "status",
  "referrer",
  "userAgent",
  "forwardedFor",
  "host",
] as const;
type Slot = (typeof slots)[number];

/** Indexed by the names of nginx's variables; other variables are skipped. */
const slotOf: Readonly<Record<string, Slot>> = {
  remote_addr: "ip",
  realip_remote_addr: "ip",
  remote_addr_port: "ipPort",
  time_local: "clfTime",
  time_iso8601: "isoTime",
  msec: "unixTime",
  request: "request",
  request_method: "method",
  request_uri: "target",
  uri: "target",
  status: "status",
  http_referer: "referrer",
  http_user_agent: "userAgent",
  http_x_forwarded_for: "forwardedFor",
  // CDNs write the visitor's address into these headers.
  http_cf_connecting_ip: "forwardedFor",
  http_true_client_ip: "forwardedFor",
  http_fastly_client_ip: "forwardedFor",
  host: "host",
  http_host: "host",
  server_name: "host",
};

interface Part {
  /** The index in `slots`; -1 for a variable that is ignored. */
  readonly slot: number;
  /** The text that follows the value in a line; empty for the last value, which extends to the end of the line. */
  readonly until: string;
  /** Whether the value is in quotation marks. It may then contain escaped quotation marks. */
  readonly isQuoted: boolean;
}

/**
 * A format given as a pattern, in the syntax of nginx (`$remote_addr - $remote_user [$time_local] "$request" …`) or
 * Apache (`%h %l %u %t "%r" …`). Text in a line after the pattern is ignored. Lines are read from left to right in
 * linear time, each variable up to the text that follows it in the pattern. No regular expression is built from
 * untrusted text. Throws `invalid_request` if the pattern is unusable.
 */
export function patternFormat({ name, pattern }: { name: string; pattern: string }): LogFormat {
  const { prefix, parts } = compile(pattern);
  return { name, open: () => createReadLine(prefix, parts) };
}

/** Returns the format for a pattern given by a person. */
export const customPattern = (pattern: string): LogFormat => patternFormat({ name: "pattern", pattern });

function compile(given: string): { prefix: string; parts: readonly Part[] } {
  if (given.length > limits.patternCharsMax)
    throw invalidFormat(`The log pattern can have at most ${limits.patternCharsMax} characters.`);
  const pattern = given.includes("$") ? given : fromApache(given);
  const pieces = pattern.split(/\$(?:\{([a-z0-9_]+)\}|([a-z0-9_]+))/u);
  const prefix = pieces[0] ?? "";
  const parts: Part[] = [];
  for (let i = 1; i < pieces.length; i += 3) {
    const name = pieces[i] ?? pieces[i + 1] ?? "";
    const until = pieces[i + 2] ?? "";
    const before = parts.at(-1)?.until ?? prefix;
    if (until === "" && i + 3 < pieces.length)
      throw invalidFormat(`$${name} is directly followed by another variable. Add a separator between them.`);
    const known = slotOf[name];
    // If a pattern has several headers with the visitor's address, the first one is used.
    const isRepeated =
      known === "forwardedFor" && parts.some(({ slot: before }) => slots[before] === "forwardedFor");
    const slot = isRepeated ? undefined : known;
    parts.push({
      slot: slot === undefined ? -1 : slots.indexOf(slot),
      until,
      isQuoted: before.endsWith('"') && until.startsWith('"'),
    });
  }
  const has = (...names: readonly Slot[]) =>
    names.some((name) => parts.some(({ slot }) => slots[slot] === name));
  if (!has("clfTime", "isoTime", "unixTime") || !has("request", "target"))
    throw invalidFormat(
      "The log pattern needs a time ($time_local, $time_iso8601 or $msec), and $request or $request_uri.",
    );
  return { prefix, parts };
}

function invalidFormat(message: string): LogError {
  return new LogError("invalid_request", message, { fields: { details: [{ path: "format", message }] } });
}

function createReadLine(prefix: string, parts: readonly Part[]): ReadLine {
  const readClfTime = createReadClfTime();
  const values = new Array<string>(slots.length).fill("");
  const get = (slot: Slot): string => values[slots.indexOf(slot)] as string;
  const has = (slot: Slot) => parts.some((part) => slots[part.slot] === slot);
  const readTime = has("clfTime")
    ? () => readClfTime(get("clfTime"))
    : has("isoTime")
      ? () => parseIsoTime(get("isoTime"))
      : () => parseAnyTime(get("unixTime"));
  const isRequest = has("request");
  const isPort = has("ipPort");
  const hasForwarded = has("forwardedFor");
  const isForwardedOnly = !isPort && !has("ip") && hasForwarded;
  const hasStatus = has("status");
  const [ip, status, referrer, userAgent] = (["ip", "status", "referrer", "userAgent"] as const).map((slot) =>
    slots.indexOf(slot),
  ) as [number, number, number, number];

  return (line) => {
    if (!split(line, prefix, parts, values)) return null;
    const [method, target] = isRequest
      ? splitRequest(get("request"))
      : [get("method") || "GET", get("target")];
    const addresses =
      isForwardedOnly || (hasForwarded && values[ip] === localSocket)
        ? splitForwarded(get("forwardedFor"))
        : {
            ip: isPort ? withoutPort(get("ipPort")) : (values[ip] as string),
            forwardedFor: get("forwardedFor"),
          };
    return toRequest({
      atMs: readTime(),
      ...addresses,
      method,
      target,
      host: get("host"),
      status: hasStatus ? (values[status] as string) : 200,
      referrer: values[referrer] as string,
      userAgent: values[userAgent] as string,
    });
  };
}

const address = slots.indexOf("ip");
/** The address that nginx writes if a proxy on the same machine connected through a socket. */
const localSocket = "unix:";

/** Fills `values`; returns false if the line does not match the pattern. */
function split(line: string, prefix: string, parts: readonly Part[], values: string[]): boolean {
  if (!line.startsWith(prefix)) return false;
  let at = prefix.length;
  for (const { slot, until, isQuoted } of parts) {
    const end = until === "" ? line.length : isQuoted ? findQuote(line, until, at) : line.indexOf(until, at);
    if (end === -1) return false;
    // If the address is empty, the separators before it have shifted, as in `web  | 192.0.2.1 - -`.
    if (end === at && slot === address && !isQuoted) return false;
    if (slot !== -1) values[slot] = unescapeField(line.slice(at, end));
    at = end + until.length;
  }
  return true;
}

/** Returns the position of `until`, which starts with an unescaped quotation mark; -1 if there is none. */
function findQuote(line: string, until: string, from: number): number {
  for (let at = line.indexOf(until, from); at !== -1; at = line.indexOf(until, at + 1)) {
    let slashes = 0;
    while (at - slashes > from && line[at - slashes - 1] === "\\") slashes++;
    if (slashes % 2 === 0) return at;
  }
  return -1;
}

/**
 * Splits X-Forwarded-For in logs that contain it instead of the address, such as logs from behind a load balancer. Its
 * last address is the one that connected to the load balancer.
 */
function splitForwarded(list: string): { ip: string; forwardedFor: string } {
  const comma = list.lastIndexOf(",");
  return { ip: withoutPort(list.slice(comma + 1).trim()), forwardedFor: list.slice(0, Math.max(0, comma)) };
}

/** Splits `GET /a HTTP/1.1`. Invalid request lines, which scanners send, become empty requests. */
function splitRequest(request: string): [method: string, target: string] {
  const first = request.indexOf(" ");
  if (first === -1) return ["-", "/"];
  const last = request.lastIndexOf(" ");
  const end = last > first && request.startsWith("HTTP/", last + 1) ? last : request.length;
  return [request.slice(0, first), request.slice(first + 1, end)];
}
