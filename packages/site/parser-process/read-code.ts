import { type Node, parseSync } from "oxc-parser";
import type { CodeProperty, CodeSpan, Expression, ImportedName, ParsedCode } from "../code/module.ts";
import { limits } from "../limits.ts";

/** Parses a module. Returns null if its syntax is invalid. Throws RangeError if the code is nested too deeply. */
export function readCode(text: string, path: string): ParsedCode | null {
  const isJson = path.endsWith(".json");
  const lang = /\.[cm]?ts$/.test(path) ? "ts" : "jsx";
  // A JSON file is an expression, not a module.
  const { program, comments, errors } = parseSync("config", isJson ? `(${text}\n)` : text, { lang });
  if (errors.length > 0) return null;
  const reader = new Reader(isJson ? 1 : 0);
  for (const statement of program.body) reader.statement(statement);
  if (isJson && reader.roots[0] !== undefined) reader.exports.set("default", reader.roots[0]);
  reader.countUses(program);
  const { bindings, imports, exports, roots, uses, requests } = reader;
  return {
    bindings,
    imports,
    exports,
    roots,
    uses,
    requests,
    comments: comments.map(({ start, end }) => ({ start, end })),
  };
}

const noNames: ReadonlySet<string> = new Set();

class Reader {
  readonly bindings = new Map<string, Expression>();
  readonly imports = new Map<string, ImportedName>();
  readonly exports = new Map<string, Expression>();
  readonly roots: Expression[] = [];
  readonly uses = new Map<string, number[]>();
  readonly requests: (string | null)[] = [];
  readonly #shift: number;

  constructor(shift: number) {
    this.#shift = shift;
  }

  statement(node: Node): void {
    switch (node.type) {
      case "ImportDeclaration":
        for (const { type, local, ...specifier } of node.specifiers) {
          const imported = "imported" in specifier ? specifier.imported : null;
          const name =
            type === "ImportDefaultSpecifier"
              ? "default"
              : imported === null
                ? "*"
                : imported.type === "Literal"
                  ? imported.value
                  : imported.name;
          this.imports.set(local.name, { source: node.source.value, name });
        }
        return;
      case "VariableDeclaration":
        for (const { id, init } of node.declarations) {
          if (init === null) continue;
          const value = this.#root(init);
          if (id.type === "Identifier" && node.kind === "const") this.bindings.set(id.name, value);
        }
        return;
      case "FunctionDeclaration":
        if (node.id !== null) this.bindings.set(node.id.name, this.#root(node));
        return;
      case "ExportNamedDeclaration":
        if (node.declaration !== null) {
          const before = new Set(this.bindings.keys());
          this.statement(node.declaration);
          for (const [name, value] of this.bindings) if (!before.has(name)) this.exports.set(name, value);
          return;
        }
        for (const { local, exported } of node.specifiers) {
          if (local.type !== "Identifier" || exported.type === "Literal") continue;
          if (node.source === null) {
            this.exports.set(exported.name, this.expression(local, noNames, 0));
          } else {
            const hidden = ` ${exported.name}`;
            this.imports.set(hidden, { source: node.source.value, name: local.name });
            this.exports.set(exported.name, {
              kind: "name",
              name: hidden,
              ...this.#span(local),
              outer: this.#span(local),
            });
          }
        }
        return;
      case "ExportDefaultDeclaration":
        this.exports.set("default", this.#root(node.declaration));
        return;
      case "ExpressionStatement": {
        const { expression } = node;
        if (expression.type === "AssignmentExpression" && isModuleExports(expression.left)) {
          this.exports.set("default", this.#root(expression.right));
        } else this.#root(expression);
        return;
      }
      default:
        this.#root(node);
    }
  }

  /**
   * Counts the uses of each name, and records the modules that the code loads. The name of a property or a declaration
   * is not a use.
   */
  countUses(program: Node): void {
    const queue: Node[] = [program];
    for (let node = queue.pop(); node !== undefined; node = queue.pop()) {
      const requested = requestedBy(node);
      if (requested !== null)
        this.requests.push(
          requested?.type === "Literal" && typeof requested.value === "string" ? requested.value : null,
        );
      if (node.type === "Identifier" || node.type === "JSXIdentifier") {
        const known = this.uses.get(node.name);
        const { start } = this.#span(node);
        if (known === undefined) this.uses.set(node.name, [start]);
        else known.push(start);
      } else queue.push(...valuesIn(node));
    }
  }

  #root(node: Node): Expression {
    const expression = this.expression(node, noNames, 0);
    this.roots.push(expression);
    return expression;
  }

  #span({ start, end }: CodeSpan): CodeSpan {
    return { start: start - this.#shift, end: end - this.#shift };
  }

  /** `hidden` contains the names that the enclosing functions declare. */
  expression(node: Node, hidden: ReadonlySet<string>, depth: number): Expression {
    if (depth > limits.codeDepthMax) throw new RangeError("The code is nested too deeply.");
    const inner = unwrapped(node);
    const placed = { ...this.#span(inner), outer: this.#span(node) };
    const read = (child: Node) => this.expression(child, hidden, depth + 1);
    switch (inner.type) {
      case "Literal":
        if (typeof inner.value === "string") return { kind: "string", value: inner.value, ...placed };
        return "regex" in inner ? { kind: "other", inner: [], ...placed } : { kind: "constant", ...placed };
      case "TemplateLiteral": {
        const [quasi] = inner.quasis;
        const value = inner.expressions.length === 0 ? quasi?.value.cooked : null;
        if (typeof value === "string") return { kind: "string", value, ...placed };
        break;
      }
      case "ArrayExpression":
        // An empty slot, as in `[a, , b]`, makes positions ambiguous.
        if (inner.elements.includes(null)) break;
        return {
          kind: "array",
          items: inner.elements.flatMap((item) => (item === null ? [] : [read(item)])),
          ...placed,
        };
      case "ObjectExpression":
        return {
          kind: "object",
          properties: inner.properties.map((property) => this.#property(property, read)),
          ...placed,
        };
      case "SpreadElement":
        return { kind: "spread", of: read(inner.argument), ...placed };
      case "Identifier":
        if (hidden.has(inner.name)) break;
        return { kind: "name", name: inner.name, ...placed };
      case "MemberExpression":
        if (inner.computed || inner.property.type !== "Identifier") break;
        return { kind: "member", of: read(inner.object), key: inner.property.name, ...placed };
      case "CallExpression":
        return { kind: "call", callee: read(inner.callee), args: inner.arguments.map(read), ...placed };
      case "BinaryExpression":
        if (inner.operator !== "+") break;
        return { kind: "concat", parts: [read(inner.left), read(inner.right)], ...placed };
      case "ArrowFunctionExpression":
      case "FunctionDeclaration":
      case "FunctionExpression": {
        const names = new Set([...hidden, ...declaredIn(inner)]);
        const result = inner.params.length === 0 && !inner.generator ? resultOf(inner.body) : null;
        if (result !== null)
          return { kind: "function", returns: this.expression(result, names, depth + 1), ...placed };
        const body = inner.body === null ? [] : [this.expression(inner.body, names, depth + 1)];
        return { kind: "other", inner: body, ...placed };
      }
      default:
    }
    return { kind: "other", inner: valuesIn(inner).map(read), ...placed };
  }

  #property(node: Node, read: (child: Node) => Expression): CodeProperty {
    const whole = this.#span(node);
    if (node.type !== "Property")
      return { key: null, keySpan: whole, value: read(node), plain: false, ...whole };
    const { key, value, computed, method, kind, shorthand } = node;
    const name = key.type === "Identifier" ? key.name : key.type === "Literal" ? String(key.value) : null;
    const isPlain = !computed && !method && kind === "init";
    return {
      key: isPlain ? name : null,
      keySpan: this.#span(key),
      value: read(value),
      plain: isPlain && !shorthand && name !== "__proto__",
      ...whole,
    };
  }
}

/** The specifier of a module that is loaded as a whole. Null if the node loads no module. */
function requestedBy(node: Node): Node | null | undefined {
  if (node.type === "ImportExpression" || node.type === "ExportAllDeclaration") return node.source;
  const isRequire =
    node.type === "CallExpression" && node.callee.type === "Identifier" && node.callee.name === "require";
  return isRequire ? node.arguments[0] : null;
}

function unwrapped(node: Node): Node {
  switch (node.type) {
    case "ParenthesizedExpression":
    case "TSAsExpression":
    case "TSSatisfiesExpression":
    case "TSNonNullExpression":
    case "TSTypeAssertion":
      return unwrapped(node.expression);
    default:
      return node;
  }
}

function isModuleExports(node: Node): boolean {
  return (
    node.type === "MemberExpression" &&
    node.object.type === "Identifier" &&
    node.object.name === "module" &&
    node.property.type === "Identifier" &&
    node.property.name === "exports"
  );
}

/** The expression that a function returns, if its last statement is its only `return`. Otherwise null. */
function resultOf(body: Node | null): Node | null {
  if (body === null || body.type !== "BlockStatement") return body;
  const last = body.body.at(-1);
  if (last?.type !== "ReturnStatement" || last.argument === null) return null;
  // A loop, a branch or a block may return earlier.
  const isStraight = body.body
    .slice(0, -1)
    .every(({ type }) =>
      ["VariableDeclaration", "FunctionDeclaration", "ExpressionStatement"].includes(type),
    );
  return isStraight ? last.argument : null;
}

function declaredIn(node: Node): Set<string> {
  const names = new Set<string>();
  const queue: Node[] = [node];
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    const own =
      next.type === "VariableDeclarator" || next.type === "FunctionDeclaration"
        ? [next.id]
        : "params" in next && Array.isArray(next.params)
          ? next.params
          : [];
    for (const id of own) if (id !== null) for (const name of namesIn(id)) names.add(name);
    queue.push(...childrenOf(next));
  }
  if (node.type === "FunctionDeclaration" && node.id !== null) names.delete(node.id.name);
  return names;
}

function* namesIn(pattern: Node): Generator<string> {
  if (pattern.type === "Identifier") yield pattern.name;
  else for (const child of childrenOf(pattern)) yield* namesIn(child);
}

/** Child nodes, except types, property names and declared names. */
function valuesIn(node: Node): Node[] {
  switch (node.type) {
    case "Property":
      return [...(node.computed ? [node.key] : []), node.value];
    case "MemberExpression":
      return [node.object, ...(node.computed ? [node.property] : [])];
    case "VariableDeclarator":
      return [
        ...(node.id.type === "Identifier" ? [] : [node.id]),
        ...(node.init === null ? [] : [node.init]),
      ];
    case "ImportDeclaration":
    case "ExportSpecifier":
      return [];
    case "FunctionDeclaration":
      return [...node.params, ...(node.body === null ? [] : [node.body])];
    default:
      return childrenOf(node).filter(
        ({ type }) => !type.startsWith("TS") || /^TS(?:As|Sat|Non|TypeAssertion)/.test(type),
      );
  }
}

function childrenOf(node: Node): Node[] {
  const values: unknown[] = Object.values(node);
  return values.flatMap((value): unknown[] => (Array.isArray(value) ? value : [value])).filter(isNode);
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value && "start" in value;
}
