import { isDeepStrictEqual } from "node:util";
import { type ParseError, parse } from "jsonc-parser";

/**
 * The fields of docs.json and mint.json for text, structure and appearance. All other fields load scripts, send data
 * about readers to third parties or configure the build: analytics, integrations, custom code, API playgrounds,
 * sign-in.
 */
const openFields = new Set(
  (
    "$schema name description title theme colors appearance logo favicon background icons layout navigation tabs anchors " +
    "groups versions languages redirects navbar topbarLinks topbarCtaButton topAnchor footer footerSocials primaryTab " +
    "banner breadcrumbs feedback rounded isWhiteLabeled modeToggle eyebrows"
  ).split(" "),
);

/**
 * Returns a sentence if a change to the site's JSON configuration affects anything except text, structure and
 * appearance, else null.
 */
export function refusedJsonChange(path: string, before: string | null, after: string | null): string | null {
  if (after === null) return before === null ? null : `${path} must not be removed`;
  const now = read(after);
  if (now === null) return `${path} would no longer be a JSON object`;
  const old = before === null ? {} : read(before);
  if (old === null) return `${path} cannot be parsed, so it must not be changed`;
  const changed = [...new Set([...Object.keys(old), ...Object.keys(now)])].filter(
    (field) => !openFields.has(field) && !isDeepStrictEqual(old[field], now[field]),
  );
  if (changed.length === 0) return null;
  return `the ${changed.length === 1 ? "field" : "fields"} ${changed.slice(0, 10).join(", ")} in ${path} must not change: only people may change scripts, analytics and the build`;
}

/** The fields of docs.json or mint.json that must not change. */
export function closedJsonFields(text: string): string[] {
  return Object.keys(read(text) ?? {}).filter((field) => !openFields.has(field));
}

/** Whether a file may change if the configuration includes it as the content of these fields. */
export function isOpenPart(fields: ReadonlySet<string> | undefined): boolean {
  return fields !== undefined && [...fields].every((field) => openFields.has(field));
}

/** Returns a sentence if a change would remove an included file or make it invalid JSON. Otherwise, returns null. */
export function refusedPartChange(path: string, after: string | null): string | null {
  if (after === null) return `${path} must not be removed, because the site's configuration includes it`;
  const errors: ParseError[] = [];
  parse(after.replace(/^\ufeff/u, ""), errors, { allowTrailingComma: true });
  return errors.length === 0 ? null : `${path} would no longer be valid JSON`;
}

function read(text: string): Readonly<Record<string, unknown>> | null {
  const errors: ParseError[] = [];
  const value: unknown = parse(text.replace(/^\ufeff/u, ""), errors, { allowTrailingComma: true });
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  return errors.length === 0 && isObject ? (value as Record<string, unknown>) : null;
}
