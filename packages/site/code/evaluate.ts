import { limits } from "../limits.ts";
import type { Literal, LiteralProperty, NameUse, Slot } from "./literal.ts";
import type { CodeModule, CodeProperty, CodeSpan, Expression } from "./module.ts";
import type { Program } from "./program.ts";

export interface Values {
  readonly exported: Literal | null;
  readonly statements: readonly Literal[];
}

/** Returns the values of a module: its default export, and the expressions of its statements. Runs nothing. */
export function evaluate(program: Program): Values {
  const module = program.modules.get(program.entry);
  if (module === undefined) return { exported: null, statements: [] };
  const evaluator = new Evaluator(program);
  const value = (expression: Expression) =>
    evaluator.value(expression, { module, via: [], slot: null, depth: 0 });
  const exported = module.exports.get("default");
  return {
    exported: exported === undefined ? null : value(exported),
    statements: module.roots.map(value),
  };
}

interface Context {
  readonly module: CodeModule;
  readonly via: readonly NameUse[];
  readonly slot: Slot | null;
  readonly depth: number;
}

class Evaluator {
  readonly #program: Program;
  #values = 0;

  constructor(program: Program) {
    this.#program = program;
  }

  value(expression: Expression, context: Context): Literal {
    const { module, via, slot, depth } = context;
    const { start, end } = expression;
    const place = { file: module.path, via, slot, start, end };
    const other = (inner: readonly Expression[]): Literal => ({
      kind: "other",
      source: module.text.slice(start, end),
      inner: inner.map((part) => this.value(part, { ...context, slot: null, depth: depth + 1 })),
      ...place,
    });
    if (depth > limits.navigationDepthMax * 2 || ++this.#values > limits.codeValuesMax) return other([]);
    const inner = { ...context, depth: depth + 1 };
    switch (expression.kind) {
      case "string":
        return { kind: "string", value: expression.value, single: true, ...place };
      case "array":
        return { kind: "array", items: this.#items(expression, inner), ...place };
      case "object":
        return { kind: "object", properties: this.#properties(expression, inner), ...place };
      case "concat": {
        const parts = expression.parts.map((part) => this.value(part, inner));
        const texts = parts.flatMap((part) => (part.kind === "string" ? [part.value] : []));
        if (texts.length < parts.length) return other(expression.parts);
        return { kind: "string", value: texts.join(""), single: false, ...place };
      }
      case "name":
      case "member": {
        const found = this.#find(expression, inner);
        return found === null ? other([]) : this.value(found.expression, { ...found.context, slot });
      }
      case "call": {
        const { callee, args } = expression;
        const called = callee.kind === "name" || callee.kind === "member" ? this.#find(callee, inner) : null;
        const target = called?.expression ?? callee;
        if (args.length === 0 && target.kind === "function")
          return this.value(target.returns, { ...(called?.context ?? inner), slot });
        return other([callee, ...args].filter(({ kind }) => kind !== "name"));
      }
      case "function":
        return other([expression.returns]);
      case "spread":
        return other([expression.of]);
      case "other":
        return other(expression.inner);
      case "constant":
        return other([]);
    }
  }

  #items({ items, ...list }: Extract<Expression, { kind: "array" }>, context: Context): Literal[] {
    const elements = items.map(({ outer }) => outer);
    return items.flatMap((item, index) => {
      const spread = item.kind === "spread" ? this.value(item.of, { ...context, slot: null }) : null;
      if (spread?.kind === "array") return spread.items;
      return [this.value(item, { ...context, slot: slotOf(item, { context, list, elements, index }) })];
    });
  }

  #properties(
    { properties, ...list }: Extract<Expression, { kind: "object" }>,
    context: Context,
  ): LiteralProperty[] {
    const elements = properties.map(({ start, end }) => ({ start, end }));
    return properties.flatMap(
      ({ key, keySpan, value, plain }: CodeProperty, index): readonly LiteralProperty[] => {
        if (value.kind === "spread") {
          const spread = this.value(value.of, { ...context, slot: null });
          return spread.kind === "object" ? spread.properties : [];
        }
        if (key === null) return [];
        const slot = plain ? slotOf(value, { context, list, elements, index }) : null;
        return [{ key, keySpan, value: this.value(value, { ...context, slot }) }];
      },
    );
  }

  /** The value of a name or of one of its properties. */
  #find(expression: Expression, context: Context): { expression: Expression; context: Context } | null {
    if (context.depth > limits.navigationDepthMax * 2 || ++this.#values > limits.codeValuesMax) return null;
    const deeper = { ...context, depth: context.depth + 1 };
    if (expression.kind === "name") return this.#named(expression.name, expression.start, deeper);
    if (expression.kind !== "member") return { expression, context };
    const { of, key } = expression;
    if (of.kind === "name") {
      const imported = context.module.imports.get(of.name);
      if (imported?.name === "*") return this.#imported({ ...imported, name: key }, of, deeper);
    }
    const owner = this.#find(of, deeper);
    if (owner?.expression.kind !== "object") return null;
    const value = owner.expression.properties.findLast((property) => property.key === key)?.value;
    return value === undefined ? null : this.#find(value, owner.context);
  }

  #named(name: string, at: number, context: Context): { expression: Expression; context: Context } | null {
    const { module, via } = context;
    const own = module.bindings.get(name);
    const use = { file: module.path, name, at };
    if (own !== undefined) return this.#find(own, { ...context, via: [...via, use] });
    const imported = module.imports.get(name);
    return imported === undefined ? null : this.#imported(imported, { name, start: at }, context);
  }

  #imported(
    { source, name }: { source: string; name: string },
    local: { name: string; start: number },
    context: Context,
  ): { expression: Expression; context: Context } | null {
    const path = this.#program.resolve(context.module.path, source);
    const module = path === null ? undefined : this.#program.modules.get(path);
    const expression = module?.exports.get(name);
    if (module === undefined || expression === undefined) return null;
    const binding = [...module.bindings].find(([, value]) => value === expression)?.[0];
    const use = { file: context.module.path, name: local.name, at: local.start };
    const via = [...context.via, use, { file: module.path, name: binding ?? name, at: null }];
    return this.#find(expression, { ...context, module, via });
  }
}

function slotOf(
  value: Expression,
  o: { context: Context; list: CodeSpan; elements: readonly CodeSpan[]; index: number },
): Slot {
  const { module, via } = o.context;
  const written = value.kind === "string" || value.kind === "object" || value.kind === "array";
  const list = { start: o.list.start, end: o.list.end };
  return { file: module.path, list, elements: o.elements, index: o.index, written, via };
}
