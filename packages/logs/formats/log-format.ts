import { isIP } from "node:net";
import type { LoggedRequest } from "../logged-request.ts";

export interface LogFormat {
  /** The name that `readLog` accepts. */
  readonly name: string;
  /**
   * Starts reading one log. A format may need a log's first lines to interpret later ones. Of the headers that a log
   * contains, only those in `headers` are kept, by their names in lower case.
   */
  open(headers?: ReadonlySet<string>): ReadLine;
}

/** Reads a line: a request, `comment` if the line records no request, or null if it has another format. */
export type ReadLine = (line: string) => LoggedRequest | "comment" | null;

/** The fields of a logged request, as text; empty or `-` if missing. */
export interface LineFields {
  readonly atMs: number;
  readonly ip: string;
  readonly forwardedFor?: string;
  readonly method: string;
  /** A path, or a whole URL. */
  readonly target: string;
  readonly host?: string;
  readonly status: string | number;
  readonly referrer?: string;
  readonly userAgent?: string;
  /** Headers, indexed by their names in lower case; most logs have none. */
  readonly headers?: Readonly<Record<string, string>> | null;
  /** The request ID in the log. */
  readonly id?: string | null;
}

/** Null if a required field is missing or invalid. The required fields are a time, an address or `-`, and a status. */
export function toRequest(logged: LineFields): LoggedRequest | null {
  const { atMs, ip, method, target, host = "", headers = null } = logged;
  const status = Number(logged.status);
  const address = ip === "-" || ip === "" || ip === "unknown" ? null : ip;
  if (!(atMs >= 0) || !Number.isInteger(status) || (address !== null && isIP(address) === 0)) return null;
  // nginx's catch-all server is often named `_`, which isn't a host.
  const isPath = target.startsWith("/") && host !== "" && host !== "-" && host !== "_";
  return {
    id: logged.id ?? null,
    atMs,
    target: isPath ? `http://${host}${target}` : target,
    ip: address,
    forwardedFor: logged.forwardedFor ?? "",
    userAgent: unlessDash(logged.userAgent),
    method: method.toUpperCase(),
    status,
    referrer: unlessDash(logged.referrer),
    headers,
  };
}

const unlessDash = (text = ""): string => (text === "-" ? "" : text);

/** Removes the port from an address: `192.0.2.1:4711`, `[2001:db8::1]:4711`, `2001:db8::1:4711`. */
export function withoutPort(address: string): string {
  if (isIP(address) === 4) return address;
  const colon = address.lastIndexOf(":");
  if (colon === -1) return address;
  const bare = address.slice(0, colon);
  return bare.startsWith("[") && bare.endsWith("]") ? bare.slice(1, -1) : bare;
}
