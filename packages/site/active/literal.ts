/**
 * Whether the content of `{…}` in MDX is a literal: text, a number, or a list or object of these. A literal cannot run
 * anything. Other harmless expressions, such as sums, do not count.
 */
export function isLiteral(source: string): boolean {
  const text = source.trim();
  if (text.length > literalCharsMax) return false;
  return readValue(text, 0, 0) === text.length;
}

const literalCharsMax = 20_000;
const depthMax = 20;
const blanks = /\s*/y;
const scalar =
  /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`[^`\\$]*`|-?\d+(?:\.\d+)?(?:px|%)?|(?:true|false|null|undefined)(?![\w$])/y;
const key = /(?:[A-Za-z_$][\w$]*|"[^"\\\n]*"|'[^'\\\n]*'|\d+)\s*:/y;

/** Returns the offset after the value at `at` and the whitespace that follows it, or -1 if there is no value. */
function readValue(text: string, at: number, depth: number): number {
  if (depth > depthMax) return -1;
  const start = skip(text, at);
  const open = text[start];
  if (open === "[" || open === "{") return readList(text, start, { isObject: open === "{", depth });
  const end = match(scalar, text, start);
  return end < 0 ? -1 : skip(text, end);
}

function readList(text: string, start: number, o: { isObject: boolean; depth: number }): number {
  const close = o.isObject ? "}" : "]";
  let at = skip(text, start + 1);
  while (text[at] !== close) {
    const value = o.isObject ? match(key, text, at) : at;
    at = value < 0 ? -1 : readValue(text, value, o.depth + 1);
    if (at < 0) return -1;
    if (text[at] === ",") at = skip(text, at + 1);
    else if (text[at] !== close) return -1;
  }
  return skip(text, at + 1);
}

function match(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : -1;
}

function skip(text: string, at: number): number {
  return match(blanks, text, at);
}
