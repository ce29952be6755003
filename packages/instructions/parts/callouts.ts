import { containsWords, type Line } from "./lines.ts";

export type CalloutStyle = "note" | "tip" | "info" | "warning" | "caution" | "danger";

/** A box with a note to readers, in any framework's syntax. */
export interface FoundCallout {
  readonly syntax: "tag" | "container" | "hint" | "alert" | "admonition" | "label";
  /** As written: `Note`, `success`. */
  readonly style: string;
  readonly first: number;
  readonly last: number;
  readonly heading: string;
  /** The callout's lines, joined. */
  readonly text: string;
}

const tag = /^(\s*)<(Note|Tip|Info|Warning|Check|Danger|Callout|Caution)(?=[\s>])/u;
const container = /^(\s*)(:{3,})\s*([a-z]+)/u;
const hint = /^(\s*)\{%\s*hint\s+style="([a-z]+)"\s*%\}/u;
const alert = /^(\s*>\s*)\[!([A-Za-z]+)\]/u;
const admonition = /^(\s*)(?:!!!|\?\?\?\+?)\s+([a-z]+)/u;
const label = /^(\s*(?:>\s*)?)([A-Z]{3,9}):(?=\s|$)/u;

export function findCallouts(lines: readonly Line[]): readonly FoundCallout[] {
  const found: FoundCallout[] = [];
  for (const [at, line] of lines.entries()) {
    if (line.hidden) continue;
    for (const read of [readTag, readContainer, readHint, readAlert, readAdmonition, readLabel]) {
      const callout = read(lines, at);
      if (callout === null) continue;
      const { syntax, style, last } = callout;
      const text = lines
        .slice(at, last)
        .map((each) => each.text)
        .join("\n");
      found.push({ syntax, style, first: line.number, last, heading: line.heading, text });
      break;
    }
  }
  return found;
}

type Read = Pick<FoundCallout, "last" | "style" | "syntax"> | null;

function readTag(lines: readonly Line[], at: number): Read {
  const name = tag.exec(lines[at]?.text ?? "")?.[2];
  if (name === undefined) return null;
  let depth = 0;
  for (let next = at; next < lines.length; next++) {
    const { text = "", hidden = false } = lines[next] ?? {};
    if (hidden) continue;
    depth += (text.match(new RegExp(`<${name}(?=[\\s>])`, "gu")) ?? []).length;
    depth -= (text.match(new RegExp(`</${name}>`, "gu")) ?? []).length;
    if (depth > 0) continue;
    // Other text after the callout's end belongs to the page.
    const isWhole = new RegExp(`</${name}>\\s*$`, "u").test(text);
    return isWhole ? { syntax: "tag", style: name, last: next + 1 } : null;
  }
  return null;
}

function readContainer(lines: readonly Line[], at: number): Read {
  const [, , marks = "", style = ""] = container.exec(lines[at]?.text ?? "") ?? [];
  if (!isStyle(style)) return null;
  for (let next = at + 1; next < lines.length; next++) {
    const line = lines[next];
    if (line !== undefined && !line.hidden && line.text.trim() === marks)
      return { syntax: "container", style, last: next + 1 };
  }
  return null;
}

function readHint(lines: readonly Line[], at: number): Read {
  const style = hint.exec(lines[at]?.text ?? "")?.[2];
  if (style === undefined) return null;
  const end = lines.findIndex(({ text }, next) => next >= at && /\{%\s*endhint\s*%\}/u.test(text));
  return end === -1 ? null : { syntax: "hint", style, last: end + 1 };
}

function readAlert(lines: readonly Line[], at: number): Read {
  const style = alert.exec(lines[at]?.text ?? "")?.[2];
  if (style === undefined) return null;
  let next = at + 1;
  while (/^\s*>/u.test(lines[next]?.text ?? "")) next++;
  return { syntax: "alert", style, last: next };
}

function readAdmonition(lines: readonly Line[], at: number): Read {
  const [, indent = "", style = ""] = admonition.exec(lines[at]?.text ?? "") ?? [];
  if (style === "") return null;
  let last = at + 1;
  for (let next = at + 1; next < lines.length; next++) {
    const { text = "" } = lines[next] ?? {};
    if (text.trim() === "") continue;
    if (!text.startsWith(`${indent}    `) && !text.startsWith(`${indent}\t`)) break;
    last = next + 1;
  }
  return { syntax: "admonition", style, last };
}

function readLabel(lines: readonly Line[], at: number): Read {
  const [, before = "", style = ""] = label.exec(lines[at]?.text ?? "") ?? [];
  const previous = lines[at - 1]?.text.trim() ?? "";
  const isFirst = previous === "" || previous === ">" || !previous.startsWith(">");
  if (!isStyle(style.toLowerCase()) || (previous !== "" && (before === "" || !isFirst))) return null;
  const isQuoted = before.includes(">");
  const textAt = (line: number) => lines[line]?.text ?? "";
  const isNext = (line: number) =>
    textAt(line - 1).trim() === ">" && isStyle((label.exec(textAt(line))?.[2] ?? "").toLowerCase());
  let next = at + 1;
  while (isQuoted ? /^\s*>/u.test(textAt(next)) && !isNext(next) : textAt(next).trim() !== "") next++;
  return { syntax: "label", style, last: next };
}

function isStyle(style: string): boolean {
  return /^(?:note|tip|info|important|warning|caution|danger|success)$/u.test(style);
}

/** Whether the name `wanted` can refer to this callout's style. */
export function hasStyle({ style, syntax }: FoundCallout, wanted: CalloutStyle): boolean {
  const own = style.toLowerCase();
  if (own === wanted) return true;
  if (syntax === "hint")
    return (wanted === "tip" && own === "success") || (wanted === "note" && own === "info");
  return false;
}

export function isAbout({ text }: FoundCallout, words: string): boolean {
  return containsWords(text, words);
}

/** Returns the callout's lines in another style, or null if the callout's syntax has no such style. */
export function restyled(
  lines: readonly Line[],
  callout: FoundCallout,
  { style, framework }: { readonly style: CalloutStyle; readonly framework: string },
): readonly { readonly line: number; readonly text: string }[] | null {
  const name = styleName(callout, style, framework);
  if (name === null) return null;
  const changed: { line: number; text: string }[] = [];
  for (const { number, text } of lines.slice(callout.first - 1, callout.last)) {
    const other = renamedLine(text, callout, name, {
      isFirst: number === callout.first,
      isLast: number === callout.last,
    });
    if (other !== text) changed.push({ line: number, text: other });
  }
  return changed;
}

function renamedLine(
  text: string,
  { syntax, style }: FoundCallout,
  name: string,
  { isFirst, isLast }: { readonly isFirst: boolean; readonly isLast: boolean },
): string {
  let line = text;
  if (syntax === "tag") {
    if (isFirst) line = line.replace(`<${style}`, `<${name}`);
    if (isLast) line = line.replace(new RegExp(`</${style}>(\\s*)$`, "u"), `</${name}>$1`);
    return line;
  }
  return isFirst ? line.replace(style, name) : line;
}

/** Returns the framework's name for a style, or null if it has no equivalent style. */
function styleName(
  { syntax, style: old }: FoundCallout,
  style: CalloutStyle,
  framework: string,
): string | null {
  switch (syntax) {
    case "tag":
      return style === "caution" ? "Warning" : style.slice(0, 1).toUpperCase() + style.slice(1);
    case "hint":
      return {
        note: "info",
        info: "info",
        tip: "success",
        warning: "warning",
        caution: "warning",
        danger: "danger",
      }[style];
    case "alert": {
      const name = style === "info" ? "note" : style === "danger" ? "caution" : style;
      return old === old.toUpperCase() ? name.toUpperCase() : name;
    }
    case "label":
      return old === old.toUpperCase() ? style.toUpperCase() : style;
    case "container":
      if (framework === "starlight")
        return {
          note: "note",
          info: "note",
          tip: "tip",
          warning: "caution",
          caution: "caution",
          danger: "danger",
        }[style];
      if (framework === "vitepress")
        return style === "note" ? "info" : style === "caution" ? "warning" : style;
      return style === "caution" ? "warning" : style;
    case "admonition":
      return style === "caution" ? "warning" : style;
  }
}
