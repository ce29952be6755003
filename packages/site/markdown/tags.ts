/** A tag in HTML or JSX. It is read from the source rather than a tree, because only the source has offsets. */
export interface Tag {
  readonly name: string;
  readonly start: number;
  /** The offset after the closing `>`. */
  readonly end: number;
  readonly closing: boolean;
  readonly selfClosing: boolean;
  readonly attributes: readonly Attribute[];
}

export interface Attribute {
  readonly name: string;
  /**
   * The opening delimiter: `"`, `'`, `{` for an expression, `""` for an unquoted value, or null if there is no value.
   */
  readonly quote: '"' | "'" | "{" | "" | null;
  /** The range of the value, without its quotes or braces. */
  readonly start: number;
  readonly end: number;
}

/** The number of characters that may still be read in search of closing braces. */
export interface BraceBudget {
  charsLeft: number;
}

/** Reads the tag that opens at `at` (a `<`), or returns null if it is not a tag. Stays within `limit`. Linear. */
export function readTag(
  text: string,
  at: number,
  limit: number,
  budget: BraceBudget = { charsLeft: limit - at },
): Tag | null {
  let i = at + 1;
  const closing = text.charCodeAt(i) === slash;
  if (closing) i++;
  const nameStart = i;
  while (i < limit && isNamePart(text.charCodeAt(i))) i++;
  const name = text.slice(nameStart, i);
  // `<>` is a JSX fragment. All other names start with a letter.
  if (name === "" ? text.charCodeAt(i) !== greater : !isLetter(name.charCodeAt(0))) return null;
  const attributes: Attribute[] = [];
  for (;;) {
    while (i < limit && isSpace(text.charCodeAt(i))) i++;
    if (i >= limit) return null;
    const code = text.charCodeAt(i);
    if (code === greater) return { name, start: at, end: i + 1, closing, selfClosing: false, attributes };
    // Another tag starts, so this was not a tag. Continuing would rescan the rest of the text for each `<`.
    if (code === less) return null;
    if (code === slash) {
      if (text.charCodeAt(i + 1) === greater && i + 1 < limit) {
        return { name, start: at, end: i + 2, closing, selfClosing: true, attributes };
      }
      i++;
    } else if (code === brace) {
      i = skipExpression(text, i, limit, budget);
    } else {
      i = readAttribute(text, i, limit, attributes, budget);
    }
    if (i < 0) return null;
  }
}

/** Reads the attribute at `at` into `into`. Returns its end, or -1 if it is not closed. */
function readAttribute(
  text: string,
  at: number,
  limit: number,
  into: Attribute[],
  budget: BraceBudget,
): number {
  let i = at;
  while (i < limit && isAttributeName(text.charCodeAt(i))) i++;
  if (i === at) return i + 1;
  const name = text.slice(at, i);
  let value = i;
  while (value < limit && isSpace(text.charCodeAt(value))) value++;
  if (text.charCodeAt(value) !== equals || value >= limit) {
    into.push({ name, quote: null, start: i, end: i });
    return i;
  }
  value++;
  while (value < limit && isSpace(text.charCodeAt(value))) value++;
  const quote = text[value];
  if (quote === '"' || quote === "'") {
    const end = text.indexOf(quote, value + 1);
    if (end < 0 || end >= limit) return -1;
    into.push({ name, quote, start: value + 1, end });
    return end + 1;
  }
  if (quote === "{") {
    const end = skipExpression(text, value, limit, budget);
    if (end < 0) return -1;
    into.push({ name, quote, start: value + 1, end: end - 1 });
    return end;
  }
  let end = value;
  while (end < limit && !isSpace(text.charCodeAt(end)) && text.charCodeAt(end) !== greater) end++;
  into.push({ name, quote: "", start: value, end });
  return end;
}

/**
 * Like `skipBraces`, but within a budget. Without the budget, the rest of the text would be read again for each
 * unclosed brace.
 */
function skipExpression(text: string, at: number, limit: number, budget: BraceBudget): number {
  const end = skipBraces(text, at, Math.min(limit, at + budget.charsLeft));
  budget.charsLeft -= Math.min(budget.charsLeft, (end < 0 ? limit : end) - at);
  return end;
}

/** Returns the offset after the brace that closes the one at `at`, skipping strings and templates, or -1. */
function skipBraces(text: string, at: number, limit: number): number {
  let depth = 0;
  for (let i = at; i < limit; i++) {
    const char = text[i];
    if (char === "{") depth++;
    else if (char === "}") {
      depth--;
      if (depth === 0) return i + 1;
    } else if (char === '"' || char === "'" || char === "`") {
      const close = closingQuote(text, i, limit);
      if (close < 0) return -1;
      i = close;
    } else if (char === "/" && text[i + 1] === "*") {
      const close = text.indexOf("*/", i + 2);
      if (close < 0) return -1;
      i = close + 1;
    }
  }
  return -1;
}

function closingQuote(text: string, at: number, limit: number): number {
  const quote = text[at];
  for (let i = at + 1; i < limit; i++) {
    if (text[i] === "\\") i++;
    else if (text[i] === quote) return i;
  }
  return -1;
}

/** Text between tags is `text`. Comments, declarations and the content of raw elements are skipped. */
export interface HtmlVisitor {
  tag(tag: Tag): void;
  text(start: number, end: number): void;
}

/** Elements whose content is not prose. */
const opaque = new Set([
  "script",
  "style",
  "pre",
  "code",
  "kbd",
  "samp",
  "var",
  "tt",
  "textarea",
  "svg",
  "math",
]);

export function isOpaqueElement(name: string): boolean {
  return opaque.has(name.toLowerCase());
}

/**
 * The maximum average number of times that HTML is read in search of closing braces. Real pages close all of their
 * braces.
 */
const bracesReadMax = 8;

/** Walks the HTML between two offsets. Takes linear time: every character is read a bounded number of times. */
export function walkHtml(text: string, start: number, end: number, visitor: HtmlVisitor): void {
  const budget: BraceBudget = { charsLeft: bracesReadMax * (end - start) };
  let i = start;
  let textStart = start;
  let within: string | null = null;
  const flush = (to: number) => {
    if (within === null && to > textStart) visitor.text(textStart, to);
  };
  while (i < end) {
    const open = text.indexOf("<", i);
    if (open < 0 || open >= end) break;
    if (text.startsWith("<!", open) || text.startsWith("<?", open)) {
      flush(open);
      const close = text.startsWith("<!--", open) ? text.indexOf("-->", open + 4) : text.indexOf(">", open);
      i = close < 0 || close >= end ? end : close + (text[close] === "-" ? 3 : 1);
      textStart = i;
      continue;
    }
    const tag = readTag(text, open, end, budget);
    if (tag === null) {
      i = open + 1;
      continue;
    }
    flush(open);
    const name = tag.name.toLowerCase();
    if (within === null) {
      visitor.tag(tag);
      if (!tag.closing && !tag.selfClosing && opaque.has(name)) within = name;
    } else if (tag.closing && name === within) {
      within = null;
      visitor.tag(tag);
    }
    i = tag.end;
    textStart = i;
  }
  flush(end);
}

const slash = 0x2f;
const less = 0x3c;
const greater = 0x3e;
const brace = 0x7b;
const equals = 0x3d;

function isSpace(code: number): boolean {
  return code === 0x20 || (code >= 0x09 && code <= 0x0d);
}

function isLetter(code: number): boolean {
  return (
    (code >= 0x41 && code <= 0x5a) ||
    (code >= 0x61 && code <= 0x7a) ||
    code === 0x5f ||
    code === 0x24 ||
    code > 0x7f
  );
}

function isNamePart(code: number): boolean {
  // Letters, digits, and `- . : _`, for web components, `Tabs.Item` and namespaces.
  return isLetter(code) || (code >= 0x30 && code <= 0x3a) || code === 0x2d || code === 0x2e;
}

function isAttributeName(code: number): boolean {
  return (
    !isSpace(code) &&
    code !== equals &&
    code !== greater &&
    code !== slash &&
    code !== 0x22 &&
    code !== 0x27 &&
    code !== 0x3c
  );
}
