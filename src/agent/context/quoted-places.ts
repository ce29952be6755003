import type { Page, Site } from "#site";
import { limits } from "../../limits.ts";
import { counted, shortLine } from "../tools/text.ts";
import { namesIn } from "./quoted-in.ts";

/** A text that is searched for quotations. */
interface Searched {
  readonly path: string;
  /** Equal for files with the same content. */
  readonly id: string;
  readonly text: string;
}

/**
 * Returns the exact places of the names and text that an instruction quotes, so that the model need not search for
 * them: one line each, grouped by quotation. If a quotation has more places than `limits.context.placesMax`, they are
 * counted by file. Names that are on many pages and that nobody quoted are left out, because their places say nothing.
 */
export function quotedPlaces(site: Site, prompt: string, config: readonly Searched[]): string[] {
  const pages: readonly Page[] = [...site.pages.values(), ...site.snippets.values()];
  const searched = [...pages, ...config];
  const { quoted, names } = namesIn(prompt);
  const wanted = [...quoted, ...names].slice(0, limits.context.quotedMax);
  return [
    ...wanted.flatMap((text) => placesOf(text, names.includes(text), searched)),
    ...spellingLines(wanted, searched),
  ];
}

/** `isName`: the text is a name that the instruction gives without quotation marks. */
function placesOf(text: string, isName: boolean, searched: readonly Searched[]): string[] {
  const files = searched.filter((file) => file.text.includes(text));
  const groups = [...Map.groupBy(files, ({ id }) => id).values()];
  const places = groups.map((group) => ({ group, lines: linesWith(group[0]?.text ?? "", text) }));
  const total = places.reduce((sum, { group, lines }) => sum + lines.length * group.length, 0);
  if (total === 0) return [];
  const shown = places.reduce((sum, { lines }) => sum + lines.length, 0);
  if (shown <= limits.context.placesMax) return [`- ${text}:`, ...places.flatMap(linesText)];
  const where = `${counted(total, "line")} in ${counted(files.length, "file")}`;
  if (groups.length <= limits.context.placesMax)
    return [
      `- ${text}: ${where}: ${places.map(({ group, lines }) => groupText(group, lines.length)).join(", ")}`,
    ];
  return isName ? [] : [`- ${text}: ${where}; use search to see them`];
}

/**
 * Lists other spellings of quoted identifiers of several words, such as `no-copy` for `noCopy`, and how often each
 * occurs, because an instruction about one spelling is often about all of them.
 */
function spellingLines(wanted: readonly string[], searched: readonly Searched[]): string[] {
  const words = new Set(
    wanted
      .map((text) => wordsOf(text))
      .filter((parts) => parts.length > 1)
      .map((parts) => parts.join("[-_]?")),
  );
  if (words.size === 0) return [];
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}_-])(?:${[...words].join("|")})(?![\\p{L}\\p{N}_-])`, "giu");
  const found = new Map<string, { lines: number; readonly files: Set<string> }>();
  for (const { path, text } of searched)
    for (const [spelling] of text.matchAll(pattern)) {
      if (wanted.includes(spelling)) continue;
      const known = found.get(spelling) ?? { lines: 0, files: new Set() };
      known.lines++;
      known.files.add(path);
      found.set(spelling, known);
    }
  return [...found]
    .slice(0, limits.context.quotedMax)
    .map(
      ([spelling, { lines, files }]) =>
        `- ${spelling} (another spelling): ${counted(lines, "place")} in ${counted(files.size, "file")}`,
    );
}

/** The words of an identifier, `no` and `copy` in `noCopy`; empty for any other text. */
function wordsOf(text: string): string[] {
  if (!/^[a-z][a-zA-Z\d]*(?:[-_][a-zA-Z\d]+)*$/u.test(text)) return [];
  return text.split(/[-_]|(?<=[a-z\d])(?=[A-Z])/u);
}

interface Places {
  readonly group: readonly Searched[];
  readonly lines: readonly FoundLine[];
}

function linesText({ group: [first, ...same], lines }: Places): string[] {
  if (first === undefined) return [];
  const shown = lines.map(({ line, text }) => `  ${first.path}:${line}: ${text}`);
  return same.length === 0 ? shown : [...shown, `  The same in ${pathsText(same)}`];
}

function pathsText(files: readonly Searched[]): string {
  const paths = files.slice(0, limits.context.placesMax).map(({ path }) => path);
  return `${paths.join(", ")}${files.length > paths.length ? ` and ${files.length - paths.length} more` : ""}`;
}

/** The number of lines in each file of the group. */
function groupText(group: readonly Searched[], count: number): string {
  return `${pathsText(group)} (${count}${group.length > 1 ? " each" : ""})`;
}

interface FoundLine {
  readonly line: number;
  /** The line, cut around the quotation. */
  readonly text: string;
}

function linesWith(text: string, quoted: string): FoundLine[] {
  const found: FoundLine[] = [];
  let line = 1;
  let counted = 0;
  for (let at = text.indexOf(quoted); at !== -1; ) {
    const start = text.lastIndexOf("\n", at) + 1;
    const newline = text.indexOf("\n", at);
    const end = newline === -1 ? text.length : newline;
    for (
      let feed = text.indexOf("\n", counted);
      feed !== -1 && feed < start;
      feed = text.indexOf("\n", feed + 1)
    )
      line++;
    counted = start;
    found.push({ line, text: shortLine(text.slice(start, end).trim(), at - start) });
    at = text.indexOf(quoted, end);
  }
  return found;
}
