import { type Found, flat } from "./active-part.ts";
import { type Code, effectOf, isCode, shapeOf } from "./estree.ts";

/** Finds the imports and exports of a module statement. Constants that are literals run no code. */
export function partsOfStatement(statement: Code, text: string): Found[] {
  const at = statement.start;
  const shape = shapeOf(statement, text);
  const source = isCode(statement.source) ? String(statement.source.value) : null;
  const found: Found[] = [];
  if (source !== null) found.push({ kind: "import", name: source, text: source, at });
  if (statement.type === "ImportDeclaration") return found;
  const kind = isConstant(statement) ? "value" : "export";
  return [...found, { kind, name: flat(shape).slice(0, 60), text: shape, at }];
}

function isConstant({ type, declaration, source }: Code): boolean {
  if (type !== "ExportNamedDeclaration" || source !== null || !isCode(declaration)) return false;
  if (declaration.type !== "VariableDeclaration" || declaration.kind !== "const") return false;
  const declarations = (declaration.declarations as Code[] | undefined) ?? [];
  // `layout` and functions that frameworks look for by name are never literals.
  return declarations.every(({ init }) => isCode(init) && effectOf(init) === "nothing");
}
