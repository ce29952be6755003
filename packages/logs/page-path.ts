/**
 * Returns the page of a URL or path (R55). All notations of a page give the same result. The page has no query,
 * fragment, dot segment, double slash, trailing slash, `index.html`, `.html`, `.md`, `.mdx` or base path. Its
 * percent-encoding and Unicode (NFC) are canonical. Normalizing twice changes nothing.
 *
 * A character stays percent-encoded only if decoding it would change the meaning: `%25`, `%2F`, `%3F`, `%23`, `%5C`,
 * spaces, control characters, and bytes that are not UTF-8.
 */
export function normalizePath(target: string, basePath: string): string {
  const path = pathOf(target);
  const folded = isPlain.test(path) ? path : canonical(path);
  return withoutBase(foldEnding(folded), basePath);
}

/** Matches paths that consist of unreserved ASCII and have no dot segments, as nearly all paths do. */
const isPlain = /^(?:\/(?!\.\.?(?:\/|$))[A-Za-z0-9._~-]+)+$/u;

/** The part of a URL between host and query. A path is returned without its query. */
function pathOf(target: string): string {
  let from = 0;
  if (!target.startsWith("/")) {
    const scheme = /^[A-Za-z][A-Za-z0-9+.-]*:\/\//u.exec(target);
    if (scheme !== null) {
      from = target.slice(scheme[0].length).search(/[/\\?#]/u);
      if (from === -1) return "/";
      from += scheme[0].length;
    }
  }
  let to = target.length;
  for (const mark of ["?", "#"]) {
    const at = target.indexOf(mark, from);
    if (at !== -1 && at < to) to = at;
  }
  return target.slice(from, to);
}

function canonical(path: string): string {
  const segments: string[] = [];
  // Browsers treat a backslash as a slash.
  for (const raw of path.replaceAll("\\", "/").split("/")) {
    const segment = canonicalSegment(raw);
    if (segment === "..") segments.pop();
    else if (segment !== "" && segment !== ".") segments.push(segment);
  }
  return `/${segments.join("/")}`;
}

function canonicalSegment(raw: string): string {
  const decoded = raw.includes("%") ? raw.replace(/(?:%[0-9A-Fa-f]{2})+|%/gu, decodeRun) : raw;
  const encoded = compose(decoded.toWellFormed()).replace(mustBeEncoded, encodeURIComponent);
  // If the character before an accent was just escaped, escape the accent as well.
  return compose(encoded);
}

const oneEscape = /(%[0-9A-F]{2})/u;

/** Normalizes to NFC. An accent after an escape stays escaped, so that it does not combine with the last digit. */
function compose(text: string): string {
  if (!text.includes("%")) return text.normalize("NFC");
  return text
    .split(oneEscape)
    .map((part, index) => {
      if (index % 2 === 1) return part;
      const escaped = index === 0 ? part : part.replace(/^\p{M}+/u, encodeURIComponent);
      return escaped.normalize("NFC");
    })
    .join("");
}

/** Whitespace and control characters, which are invisible or indistinguishable. */
const mustBeEncoded = /[\s\p{Cc}\p{Zl}\p{Zp}]/gu;

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Decodes a run of escapes, except for characters that must stay escaped. */
function decodeRun(run: string): string {
  if (run === "%") return "%25";
  const bytes = Buffer.from(run.replaceAll("%", ""), "hex");
  try {
    return keepEscaped(utf8.decode(bytes));
  } catch {
    return decodeLoose(bytes);
  }
}

function keepEscaped(text: string): string {
  return text.replace(/[%/?#\\]/gu, (mark) => escapeByte(mark.charCodeAt(0)));
}

/** Decodes bytes that are not all valid UTF-8: invalid ones stay escaped. */
function decodeLoose(bytes: Buffer): string {
  let text = "";
  for (let at = 0; at < bytes.length; ) {
    const length = sequenceAt(bytes, at);
    text +=
      length === 0 ? escapeByte(bytes[at] as number) : keepEscaped(bytes.toString("utf8", at, at + length));
    at += length || 1;
  }
  return text;
}

/** Returns the length of the UTF-8 sequence at `at`, or 0 if it is not well-formed (Unicode 3.9). */
function sequenceAt(bytes: Buffer, at: number): number {
  const first = bytes[at] as number;
  if (first < 0x80) return 1;
  const length = first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf5 ? 4 : 0;
  const second = bytes[at + 1] ?? 0;
  if (first === 0xe0 && second < 0xa0) return 0;
  if (first === 0xed && second > 0x9f) return 0;
  if (first === 0xf0 && second < 0x90) return 0;
  if (first === 0xf4 && second > 0x8f) return 0;
  for (let i = 1; i < length; i++) if (((bytes[at + i] ?? 0) & 0xc0) !== 0x80) return 0;
  return length;
}

const escapeByte = (byte: number): string => `%${byte.toString(16).toUpperCase().padStart(2, "0")}`;

const endings = [".html", ".md", ".mdx"];
const longestEnding = "/index.html".length;

/** Removes endings from a path without a trailing slash. Examines only the last few characters each time. */
function foldEnding(path: string): string {
  let to = path.length;
  for (;;) {
    const tail = path.slice(Math.max(0, to - longestEnding), to).toLowerCase();
    const ending = endings.find((candidate) => tail.endsWith(candidate));
    if (ending === undefined) break;
    to -= ending.length;
    if (tail.endsWith(`/index${ending}`)) to -= "/index".length;
    else if (path[to - 1] === "/") to--;
    // A dot segment may be left over: `/a/..html`.
    else if (path.slice(0, to).endsWith("/.")) to -= "/.".length;
    else if (path.slice(0, to).endsWith("/..")) to = Math.max(0, path.lastIndexOf("/", to - 4));
  }
  return to === 0 ? "/" : path.slice(0, to);
}

/** Removes the base path repeatedly, so that normalizing twice changes nothing. */
function withoutBase(path: string, basePath: string): string {
  if (basePath === "") return path;
  let rest = path;
  while (rest.startsWith(basePath) && (rest.length === basePath.length || rest[basePath.length] === "/"))
    rest = rest.slice(basePath.length);
  return rest === "" ? "/" : rest;
}
