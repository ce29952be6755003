/**
 * A JavaScript, TypeScript or JSON module that configures a site: its literals and their positions. No code is run.
 */
export interface CodeModule {
  readonly path: string;
  readonly text: string;
  /** Functions and the values of constants, by name. */
  readonly bindings: ReadonlyMap<string, Expression>;
  readonly imports: ReadonlyMap<string, ImportedName>;
  /** `module.exports = …` counts as the default export. */
  readonly exports: ReadonlyMap<string, Expression>;
  /** The expressions of all statements, in order. */
  readonly roots: readonly Expression[];
  /** The offsets at which each name is used as a value. */
  readonly uses: ReadonlyMap<string, readonly number[]>;
  readonly comments: readonly CodeSpan[];
  /**
   * The modules that this module loads with `import()`, `require()` or `export *`. Null if the specifier is computed.
   */
  readonly requests: readonly (string | null)[];
}

/** Omits the text, which the requesting process already has. */
export type ParsedCode = Omit<CodeModule, "path" | "text">;

export interface ImportedName {
  /** The specifier, such as `./sidebar.ts`. */
  readonly source: string;
  /** The name in that module. `default` for the default export, `*` for all exports. */
  readonly name: string;
}

export interface CodeConfig {
  readonly module: CodeModule;
  /** The outermost literals that only the navigation and the redirects use. */
  readonly open: readonly CodeSpan[];
}

/** Offsets count UTF-16 code units. */
export interface CodeSpan {
  readonly start: number;
  readonly end: number;
}

/** `outer` includes parentheses and type assertions, such as `as const`. */
interface Placed extends CodeSpan {
  readonly outer: CodeSpan;
}

export type Expression =
  | (Placed & { readonly kind: "string"; readonly value: string })
  | (Placed & { readonly kind: "array"; readonly items: readonly Expression[] })
  | (Placed & { readonly kind: "object"; readonly properties: readonly CodeProperty[] })
  | (Placed & { readonly kind: "spread"; readonly of: Expression })
  | (Placed & { readonly kind: "name"; readonly name: string })
  | (Placed & { readonly kind: "member"; readonly of: Expression; readonly key: string })
  | (Placed & { readonly kind: "call"; readonly callee: Expression; readonly args: readonly Expression[] })
  /** A function without parameters that returns `returns`. */
  | (Placed & { readonly kind: "function"; readonly returns: Expression })
  | (Placed & { readonly kind: "concat"; readonly parts: readonly Expression[] })
  /** A number, `true`, `false` or `null`. */
  | (Placed & { readonly kind: "constant" })
  /** Any other expression, with the expressions inside it. */
  | (Placed & { readonly kind: "other"; readonly inner: readonly Expression[] });

export interface CodeProperty extends CodeSpan {
  /** Null for a computed key, a method, an accessor or a spread. */
  readonly key: string | null;
  readonly keySpan: CodeSpan;
  readonly value: Expression;
  /** Written as `key: value`. */
  readonly plain: boolean;
}

/** Yields the given expressions and all expressions inside them. */
export function* expressionsIn(expressions: Iterable<Expression>): Generator<Expression> {
  const queue = [...expressions];
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    yield next;
    queue.push(...partsOf(next));
  }
}

function partsOf(expression: Expression): readonly Expression[] {
  switch (expression.kind) {
    case "array":
      return expression.items;
    case "object":
      return expression.properties.map(({ value }) => value);
    case "spread":
    case "member":
      return [expression.of];
    case "call":
      return [expression.callee, ...expression.args];
    case "function":
      return [expression.returns];
    case "concat":
      return expression.parts;
    case "other":
      return expression.inner;
    case "string":
    case "name":
    case "constant":
      return [];
  }
}
