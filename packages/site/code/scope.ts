import type { Literal, NameUse } from "./literal.ts";
import type { CodeModule, CodeSpan } from "./module.ts";
import type { Program } from "./program.ts";

/** The parts of a program that an edit may change: literals of navigation and redirects that nothing else uses. */
export interface Scope {
  /** Whether only these parts use a value that was found through these names. */
  isOpen(via: readonly NameUse[]): boolean;
  /** The outermost editable literals of a module. */
  spansIn(path: string): readonly CodeSpan[];
}

export function createScope(programs: readonly Program[], roots: readonly Literal[]): Scope {
  const modules = new Map(programs.flatMap((program) => [...program.modules]));
  const entries = new Set(programs.map(({ entry }) => entry));
  const literals = roots.flatMap((root) => [...writtenIn(root)]);
  const reached = new Set(literals.flatMap(({ via }) => via.map(useKey)));
  const known = new Map<string, boolean>();
  const isOpen = (via: readonly NameUse[]) => via.every(({ file, name }) => isOpenName(file, name));
  const spans = new Map<string, CodeSpan[]>();
  const isRoot = new Set(roots);
  for (const literal of literals) {
    const { file, kind, via, slot } = literal;
    // The list itself is not a value if it is spread into another list.
    if (slot !== null && !isRoot.has(literal) && isOpen(slot.via)) add(slot.file, slot.list);
    // A constant that is a single string could be part of any other value.
    const isConstant = kind === "string" && slot?.written !== true && via.length > 0;
    if (kind !== "other" && !isConstant && isOpen(via) && isOpenName(file, "default")) add(file, literal);
  }
  return { isOpen, spansIn: (path) => spans.get(path) ?? [] };

  /** Keeps only the outermost spans. */
  function add(file: string, { start, end }: CodeSpan): void {
    const own = spans.get(file) ?? [];
    if (own.some((span) => span.start <= start && end <= span.end)) return;
    const outer = own.filter((span) => span.start < start || end < span.end);
    spans.set(file, [...outer, { start, end }]);
  }

  /** Whether all uses of a name are part of the roots, in this module and in the modules that import it. */
  function isOpenName(file: string, name: string): boolean {
    const key = `${file}\n${name}`;
    const found = known.get(key);
    if (found !== undefined) return found;
    // Modules may import each other in a cycle.
    known.set(key, true);
    const module = modules.get(file);
    const exported = module === undefined ? [] : exportsOf(module, name);
    const open =
      (module?.uses.get(name) ?? []).every((at) => reached.has(useKey({ file, name, at }))) &&
      (exported.length === 0 || !isRequested(file)) &&
      importersOf(file, exported).every(([path, local]) => isOpenName(path, local));
    known.set(key, open);
    return open;
  }

  function importersOf(file: string, exported: readonly string[]): [path: string, local: string][] {
    return [...modules.values()].flatMap(({ path, imports }) =>
      [...imports].flatMap(([local, { source, name }]): [string, string][] =>
        resolve(path, source) === file && (name === "*" || exported.includes(name)) ? [[path, local]] : [],
      ),
    );
  }

  /** Whether another module imports this one in a way that does not show which exports it uses. */
  function isRequested(file: string): boolean {
    return [...modules.values()].some(({ path, requests }) =>
      requests.some((source) => (source === null ? !entries.has(file) : resolve(path, source) === file)),
    );
  }

  function resolve(from: string, source: string): string | null {
    return programs[0]?.resolve(from, source) ?? null;
  }
}

/** The names under which a module exports a name. */
function exportsOf({ bindings, exports }: CodeModule, name: string): string[] {
  const value = bindings.get(name);
  return [...exports].flatMap(([key, expression]) => {
    const isRenamed = expression.kind === "name" && expression.name === name;
    return expression === value || isRenamed || key === name ? [key] : [];
  });
}

/**
 * A literal, and the literals inside it. Excludes the arguments of a call, because the call can do anything with them.
 */
function* writtenIn(literal: Literal): Generator<Literal> {
  yield literal;
  if (literal.kind === "object") for (const { value } of literal.properties) yield* writtenIn(value);
  else if (literal.kind === "array") for (const item of literal.items) yield* writtenIn(item);
}

function useKey({ file, name, at }: NameUse): string {
  return `${file}\n${name}\n${at ?? ""}`;
}
