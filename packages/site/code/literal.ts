import type { CodeSpan } from "./module.ts";

/**
 * A value in a configuration file that is code. Literals, constants and functions that return them are evaluated. Any
 * other value is `other`, with its source.
 */
export type Literal = Placed &
  (
    | {
        readonly kind: "string";
        readonly value: string;
        /** Whether a single literal in the file is the entire value. */
        readonly single: boolean;
      }
    | { readonly kind: "array"; readonly items: readonly Literal[] }
    | { readonly kind: "object"; readonly properties: readonly LiteralProperty[] }
    | {
        readonly kind: "other";
        readonly source: string;
        /** The literals inside this value: the arguments of a call such as `starlight({ … })`. */
        readonly inner: readonly Literal[];
      }
  );

export type StringLiteral = Extract<Literal, { kind: "string" }>;

interface Placed extends CodeSpan {
  readonly file: string;
  /** The names through which the value was found, outermost first. */
  readonly via: readonly NameUse[];
  /** The list element that has this value. */
  readonly slot: Slot | null;
}

/** A use of a constant, a function or an import. */
export interface NameUse {
  /** The module that declares or imports the name. */
  readonly file: string;
  readonly name: string;
  /** The offset of the use in that module. Null if only another module uses the name. */
  readonly at: number | null;
}

export interface LiteralProperty {
  readonly key: string;
  readonly keySpan: CodeSpan;
  readonly value: Literal;
}

/** An element of an array, or a property of an object, as written. */
export interface Slot {
  readonly file: string;
  /** The array or object. */
  readonly list: CodeSpan;
  /** All elements of the array or object. */
  readonly elements: readonly CodeSpan[];
  readonly index: number;
  /** Whether the element is a literal rather than a name or a call. */
  readonly written: boolean;
  readonly via: readonly NameUse[];
}

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

export function isTrue(literal: Literal | null): boolean {
  return literal?.kind === "other" && literal.source === "true";
}

/** Yields a literal and all literals inside it, outermost first. */
export function* literalsIn(literal: Literal): Generator<Literal> {
  yield literal;
  if (literal.kind === "object") for (const { value } of literal.properties) yield* literalsIn(value);
  else if (literal.kind === "array") for (const item of literal.items) yield* literalsIn(item);
  else if (literal.kind === "other") for (const item of literal.inner) yield* literalsIn(item);
}

/** The values of this key, in any object, without duplicates. */
export function allWith(literals: readonly Literal[], key: string): Literal[] {
  const found = new Map<string, Literal>();
  for (const literal of literals) {
    for (const object of literalsIn(literal)) {
      const value = property(object, key);
      if (value !== null) found.set(`${value.file}:${value.start}`, value);
    }
  }
  return [...found.values()];
}

export function firstWith(literals: readonly Literal[], key: string): Literal | null {
  return allWith(literals, key)[0] ?? null;
}

/**
 * A setting at the top level of the configuration. The configuration may be an argument of a function such as
 * `defineConfig`.
 */
export function settingOf(literals: readonly Literal[], key: string): Literal | null {
  for (const literal of literals) {
    for (const object of topObjects(literal)) {
      const value = property(object, key);
      if (value !== null) return value;
    }
  }
  return null;
}

/** The objects that make up a configuration. They may be arguments of functions such as `defineConfig`. */
export function* topObjects(literal: Literal): Generator<Literal> {
  if (literal.kind === "object") yield literal;
  else if (literal.kind === "other") for (const inner of literal.inner) yield* topObjects(inner);
}
