import { posix } from "node:path";
import {
  exceptions,
  forEveryone,
  furtherEntryPoints,
  mayImport,
  packages,
  plainTables,
  reasons,
  withoutFrontDoor,
} from "./architecture.ts";
import { areaOf, isTest, type Problem, type Source } from "./source.ts";

/** Checks imports between areas, and that each area is imported only through its index. */
export function checkImports(sources: readonly Source[]): Problem[] {
  const graph = sources.filter(({ path }) => areaOf(path) !== null && !isTest(path));
  const web = sources.filter(({ path }) => path.startsWith("web/"));
  return [...graph.flatMap(checkAreas), ...graph.flatMap(checkTable), ...web.flatMap(checkWeb)];
}

function checkAreas(source: Source): Problem[] {
  const from = areaOf(source.path) ?? "";
  const problems: Problem[] = [];
  const report = (line: number, rule: string, message: string) =>
    problems.push({ path: source.path, line, rule, message });

  if (mayImport[from] === undefined)
    report(1, "unknown-area", `Give ${from} a row in scripts/structure/architecture.ts and ARCHITECTURE.md.`);
  for (const { path, line, specifier } of source.imports) {
    const to = path === null ? null : areaOf(path);
    if (path === null || to === from) continue;
    if (to === null) {
      if (!path.endsWith(".json"))
        report(line, "area", `${from} must not import ${path}: move the code into src/ or a package.`);
    } else if (!isAllowed(source.path, from, to)) {
      const because = reasons.find((reason) => reason.from === from && reason.to.includes(to))?.because;
      report(
        line,
        "area",
        `${from} must not import ${to}: ${because ?? `it may import ${list(from)}`}. Pass it in from compose.ts, or move the code.`,
      );
    } else if (packages.has(to)) {
      const name = packageName(to, source.path);
      if (specifier !== name && !furtherEntryPoints.has(specifier))
        report(line, "front-door", `Import from "${name}", and export what others need from its index.ts.`);
    } else if (path !== `src/${to}.ts` && path !== `src/${to}/index.ts` && !withoutFrontDoor.has(to)) {
      report(line, "front-door", `Import from src/${to}/index.ts, and export there what other areas need.`);
    }
  }
  return problems;
}

/**
 * The name by which a file imports a package. Node resolves names such as `#site` with the nearest package.json. A
 * package's own package.json can't refer to a folder outside of the package, so packages import each other by path.
 */
function packageName(name: string, from: string): string {
  return from.startsWith("packages/")
    ? posix.relative(posix.dirname(from), `packages/${name}/index.ts`)
    : `#${name}`;
}

function checkTable({ path, imports }: Source): Problem[] {
  if (!plainTables.has(path)) return [];
  const message = "The dashboard imports this table, so the table must import nothing.";
  return imports.map(({ line }) => ({ path, line, rule: "area", message }));
}

/**
 * The dashboard may only import plain tables and types of the wire format, so that no code of the service ends up in a
 * browser.
 */
function checkWeb({ path: from, imports }: Source): Problem[] {
  return imports.flatMap(({ path, typeOnly, line }) => {
    if (path === null || path.startsWith("web/") || plainTables.has(path)) return [];
    const isWire = path.startsWith("src/http/wire/");
    if (isWire && typeOnly) return [];
    const message = isWire
      ? "Import types only: the service's code must not end up in the browser."
      : `web must not import ${path}: it may import only src/http/wire and plainTables.`;
    return [{ path: from, line, rule: "area", message }];
  });
}

function isAllowed(path: string, from: string, to: string): boolean {
  if (!packages.has(from) && forEveryone.includes(to)) return true;
  if ((mayImport[from] ?? []).includes(to)) return true;
  return exceptions.some((entry) => entry.from === from && entry.to === to && entry.files.test(path));
}

function list(area: string): string {
  const allowed = [...(mayImport[area] ?? []), ...(packages.has(area) ? [] : forEveryone)];
  return allowed.length === 0 ? "nothing from the service" : allowed.join(", ");
}
