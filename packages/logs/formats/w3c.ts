import { parseIsoTime } from "../parse-time.ts";
import { type LineFields, type LogFormat, type ReadLine, toRequest } from "./log-format.ts";

/** https://www.w3.org/TR/WD-logfile: directives declare the fields of the lines after them. */
export interface W3cOptions {
  readonly name: string;
  /** Whether this format accepts a `#Fields:` line, since programs with other formats write such lines, too. */
  readonly accepts: (fields: readonly string[]) => boolean;
  /** Decodes separators that the writer encoded within a field. */
  readonly decode: (field: string) => string;
}

export function w3cFormat(options: W3cOptions): LogFormat {
  return { name: options.name, open: () => createReadLine(options) };
}

/** Matches `#Software: …`. Lines in other files may begin in the same way. */
const isDirective = /^#[A-Z][A-Za-z-]{2,20}:/u;

function createReadLine({ accepts, decode }: W3cOptions): ReadLine {
  let places: ReadonlyMap<string, number> | null = null;
  return (line) => {
    if (line.startsWith("#")) {
      if (!line.startsWith("#Fields:")) return places !== null || isDirective.test(line) ? "comment" : null;
      const fields = line
        .slice("#Fields:".length)
        .trim()
        .split(/\s+/u)
        .map((field) => field.toLowerCase());
      places = accepts(fields) ? new Map(fields.map((field, place) => [field, place])) : null;
      return places === null ? null : "comment";
    }
    if (places === null) return null;
    // No writer leaves an unencoded tab or space within a field.
    const values = line.split(line.includes("\t") ? "\t" : " ");
    if (values.length < places.size) return null;
    const get = (field: string): string => {
      const place = places?.get(field);
      return place === undefined ? "" : (values[place] as string);
    };
    return toRequest(requestOf(get, decode));
  };
}

/** Builds a request from the fields of a W3C format, by their lowercase names. */
export function requestOf(get: (field: string) => string, decode: W3cOptions["decode"]): LineFields {
  return {
    atMs: parseIsoTime(`${get("date")}T${get("time")}`),
    ip: get("c-ip"),
    forwardedFor: decode(get("x-forwarded-for")),
    method: get("cs-method"),
    target: get("cs-uri-stem"),
    host: get("x-host-header") || get("cs(host)") || get("cs-host"),
    status: get("sc-status"),
    referrer: decode(get("cs(referer)")),
    userAgent: decode(get("cs(user-agent)")),
  };
}

/** Decodes a field of CloudFront, which encodes fields again even if they arrived encoded, such as spaces. */
export const decodeTwice = (field: string): string => decodeOnce(decodeOnce(field));

function decodeOnce(field: string): string {
  if (!field.includes("%")) return field;
  try {
    return decodeURIComponent(field);
  } catch {
    // The field was truncated within an escape, so it is returned unchanged.
    return field;
  }
}

/**
 * Decodes a field of IIS, which writes spaces as `+`. A literal plus looks like a space. The plus before an agent's URL
 * (`; +https://…`, `(+https://…`) is kept, so that the agent is the same visitor in every log.
 */
export function unplus(field: string): string {
  return field.replace(/(\(?)(\+{1,2})(?=(.?))/gu, (_, opening: string, pluses: string, next: string) => {
    if (pluses === "+") return opening === "" ? " " : "(+";
    return opening + (/[\p{L}\p{N}]/u.test(next) ? " +" : "+ ");
  });
}
