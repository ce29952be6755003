import { limits } from "../limits.ts";
import { decodeQuoted } from "./js-string.ts";

/**
 * A value in JavaScript or TypeScript, to the extent that it consists of literals. Configuration that is code is read
 * this way and never run. Computed values are `other`, with their source.
 */
export type Literal =
  | { readonly kind: "string"; readonly value: string; readonly start: number; readonly end: number }
  | {
      readonly kind: "array";
      readonly items: readonly Literal[];
      readonly start: number;
      readonly end: number;
    }
  | {
      readonly kind: "object";
      readonly properties: readonly LiteralProperty[];
      readonly start: number;
      readonly end: number;
    }
  | {
      readonly kind: "other";
      readonly source: string;
      /** The literals in it: the arguments of a call such as `starlight({ … })`. */
      readonly inner: readonly Literal[];
      readonly start: number;
      readonly end: number;
    };

export interface LiteralProperty {
  readonly key: string;
  readonly value: Literal;
}

/** The object and array literals in a module that are assigned, exported, returned or passed. Also reads JSON. */
export function readLiterals(text: string): Literal[] {
  if (text.length > limits.codeCharsMax) return [];
  return new Scanner(text).literals(0, text.length, 0);
}

const literalsMax = 2000;

export function property(literal: Literal | null | undefined, key: string): Literal | null {
  if (literal?.kind !== "object") return null;
  return literal.properties.findLast((candidate) => candidate.key === key)?.value ?? null;
}

export function stringValue(literal: Literal | null | undefined): string | null {
  return literal?.kind === "string" ? literal.value : null;
}

export function itemsOf(literal: Literal | null | undefined): readonly Literal[] {
  return literal?.kind === "array" ? literal.items : [];
}

/** Every object in a literal, including itself, outermost first. */
export function* objectsIn(literal: Literal): Generator<Extract<Literal, { kind: "object" }>> {
  if (literal.kind === "object") {
    yield literal;
    for (const { value } of literal.properties) yield* objectsIn(value);
  } else {
    const inner = literal.kind === "array" ? literal.items : literal.kind === "other" ? literal.inner : [];
    for (const item of inner) yield* objectsIn(item);
  }
}

class Scanner {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  literals(start: number, end: number, depth: number): Literal[] {
    const found: Literal[] = [];
    let previous = "";
    for (let at = this.skip(start); at < end && found.length < literalsMax; at = this.skip(at)) {
      const char = this.#text[at] ?? "";
      if ((char === "{" || char === "[") && /^(?:|=|default|return|=>|\(|,)$/.test(previous)) {
        const literal = this.value(at, depth);
        found.push(literal);
        at = Math.max(literal.end, at + 1);
        previous = "}";
        continue;
      }
      const token = this.token(at);
      previous = token.text;
      at = token.end;
    }
    return found;
  }

  /** Skips white space and comments. */
  skip(from: number): number {
    const text = this.#text;
    let at = from;
    for (;;) {
      while (at < text.length && /\s/.test(text[at] ?? "")) at++;
      if (text.startsWith("//", at)) at = this.#after("\n", at);
      else if (text.startsWith("/*", at)) at = this.#after("*/", at + 2);
      else return at;
    }
  }

  #after(mark: string, from: number): number {
    const found = this.#text.indexOf(mark, from);
    return found < 0 ? this.#text.length : found + mark.length;
  }

  /** A word, a string or a single punctuation mark. */
  token(at: number): { text: string; end: number } {
    const text = this.#text;
    const char = text[at] ?? "";
    if (char === '"' || char === "'" || char === "`") return { text: "string", end: this.#stringEnd(at) };
    if (text.startsWith("=>", at)) return { text: "=>", end: at + 2 };
    let end = at;
    while (end < text.length && /[\w$]/.test(text[end] ?? "")) end++;
    return end > at ? { text: text.slice(at, end), end } : { text: char, end: at + 1 };
  }

  #stringEnd(at: number): number {
    const quote = this.#text[at];
    for (let i = at + 1; i < this.#text.length; i++) {
      const char = this.#text[i];
      if (char === "\\") i++;
      else if (char === quote) return i + 1;
      else if (char === "\n" && quote !== "`") return i;
    }
    return this.#text.length;
  }

  value(at: number, depth: number): Literal {
    const char = this.#text[at] ?? "";
    if (depth <= limits.navigationDepthMax) {
      if (char === "{") return this.#object(at, depth);
      if (char === "[") return this.#array(at, depth);
      if (char === '"' || char === "'" || char === "`") return this.#string(at, depth);
    }
    return this.#other(at, depth);
  }

  #string(at: number, depth: number): Literal {
    const end = this.#stringEnd(at);
    const next = this.#text[this.skip(end)] ?? ",";
    // `"a" + b` and `${…}` are computed.
    if (
      !/[,}\])]/.test(next) &&
      !/^(?:as|satisfies)\b/.test(this.#text.slice(this.skip(end), this.skip(end) + 10))
    ) {
      return this.#other(at, depth);
    }
    const value = decodeQuoted(this.#text.slice(at, end));
    return value === null ? this.#other(at, depth) : { kind: "string", value, start: at, end };
  }

  #array(at: number, depth: number): Literal {
    const items: Literal[] = [];
    let i = this.skip(at + 1);
    while (i < this.#text.length && this.#text[i] !== "]") {
      if (this.#text[i] === ",") {
        i = this.skip(i + 1);
        continue;
      }
      const item = this.value(i, depth + 1);
      items.push(item);
      i = this.skip(Math.max(this.#toSeparator(item.end), i + 1));
    }
    return { kind: "array", items, start: at, end: Math.min(i + 1, this.#text.length) };
  }

  #object(at: number, depth: number): Literal {
    const properties: LiteralProperty[] = [];
    let i = this.skip(at + 1);
    while (i < this.#text.length && this.#text[i] !== "}") {
      const key = this.token(i);
      const isString = key.text === "string";
      const name = isString ? (decodeQuoted(this.#text.slice(i, key.end)) ?? "") : key.text;
      const colon = this.skip(key.end);
      if (this.#text[colon] === ":") {
        const value = this.value(this.skip(colon + 1), depth + 1);
        properties.push({ key: name, value });
        i = this.#toSeparator(value.end);
      } else {
        // A method, a shorthand or a spread.
        i = this.#toSeparator(i);
      }
      i = this.#text[i] === "," ? this.skip(i + 1) : this.skip(Math.max(i, key.end));
    }
    return { kind: "object", properties, start: at, end: Math.min(i + 1, this.#text.length) };
  }

  #other(at: number, depth: number): Literal {
    const end = Math.max(this.#toSeparator(at), at + 1);
    // Start after the first token: a bracket that opens the expression itself was already tried as a literal.
    const first = this.token(at).end;
    const inner = depth < limits.navigationDepthMax ? this.literals(first, end, depth + 1) : [];
    return { kind: "other", source: this.#text.slice(at, end).trim(), inner, start: at, end };
  }

  /** Finds the comma or bracket that ends an expression, skipping nested brackets, strings and comments. */
  #toSeparator(from: number): number {
    let depth = 0;
    for (let at = this.skip(from); at < this.#text.length; at = this.skip(at)) {
      const char = this.#text[at] ?? "";
      if (depth === 0 && (char === "," || char === "]" || char === "}" || char === ")" || char === ";"))
        return at;
      if (char === "(" || char === "[" || char === "{") depth++;
      else if (char === ")" || char === "]" || char === "}") depth--;
      at = this.token(at).end;
    }
    return this.#text.length;
  }
}
