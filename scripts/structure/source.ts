import { readFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { type Comment, type Program, parseSync, type TSImportType, Visitor } from "oxc-parser";
import { packages } from "./architecture.ts";

/** One file of TypeScript or JavaScript, parsed. Paths have slashes and start at the project's folder. */
export interface Source {
  readonly path: string;
  readonly text: string;
  readonly program: Program;
  readonly comments: readonly Comment[];
  readonly imports: readonly Import[];
  /** 1-based. */
  lineAt(offset: number): number;
}

export interface Import {
  /** As written. */
  readonly specifier: string;
  /** The imported file if the specifier is relative or names a package of this repository (`#site`), else null. */
  readonly path: string | null;
  /** `import type`, or a type written `import("…")`: nothing of it is left when the program runs. */
  readonly typeOnly: boolean;
  readonly start: number;
  readonly line: number;
}

/** A broken rule. `message` says what to do about it. */
export interface Problem {
  readonly path: string;
  readonly line: number;
  readonly rule: string;
  readonly message: string;
  /** Said, but not enough to fail. */
  readonly warning?: boolean;
}

export function readSource(root: string, path: string): Source {
  const text = readFileSync(join(root, path), "utf8");
  const { program, module, comments } = parseSync(path, text);
  const lineAt = (offset: number) => text.slice(0, offset).split("\n").length;
  const asImport = (specifier: string, start: number, typeOnly = isTypeOnly(text, start)): Import => ({
    specifier,
    path: resolveSpecifier(path, specifier),
    typeOnly,
    start,
    line: lineAt(start),
  });
  const imports = [
    ...module.staticImports.map(({ moduleRequest, start }) => asImport(moduleRequest.value, start)),
    ...module.staticExports.flatMap(({ entries, start }) => {
      const from = entries.find(({ moduleRequest }) => moduleRequest !== null)?.moduleRequest;
      return from ? [asImport(from.value, start)] : [];
    }),
    ...module.dynamicImports.flatMap(({ moduleRequest, start }) => {
      const written = text.slice(moduleRequest.start, moduleRequest.end);
      return /^["'].*["']$/u.test(written) ? [asImport(written.slice(1, -1), start)] : [];
    }),
    ...typesImported(text, program).map(({ source, start }) => asImport(source.value, start, true)),
  ];
  return { path, text, program, comments, imports, lineAt };
}

function resolveSpecifier(from: string, specifier: string): string | null {
  if (specifier.startsWith("#")) return `packages/${specifier.slice(1)}/index.ts`;
  return specifier.startsWith(".") ? posix.join(dirname(from), specifier) : null;
}

function isTypeOnly(text: string, start: number): boolean {
  return /^(?:import|export)\s+type\b/u.test(text.slice(start, start + 40));
}

/** Types written `import("./x.ts").X`. */
function typesImported(text: string, program: Program): TSImportType[] {
  const found: TSImportType[] = [];
  if (text.includes("import(")) new Visitor({ TSImportType: (node) => void found.push(node) }).visit(program);
  return found;
}

/** The area of a file below src/ or packages/, or null for a file elsewhere. */
export function areaOf(path: string): string | null {
  const [, name] = /^(?:src|packages)\/([^/]+)/u.exec(path) ?? [];
  return name === undefined ? null : name.replace(/\.ts$/u, "");
}

/** Where an area's code is. */
export function folderOf(area: string): string {
  return packages.has(area) ? `packages/${area}/` : `src/${area}/`;
}

/** Tests and benches, and what only they use. */
export function isTest(path: string): boolean {
  return path.endsWith(".test.ts") || /^(?:test|packages\/[^/]+\/(?:test|bench))\//u.test(path);
}

/** Whether `path` is one of these files or lies in one of these folders (which end in a slash). */
export function isIn(path: string, places: readonly string[]): boolean {
  return places.some((place) => (place.endsWith("/") ? path.startsWith(place) : path === place));
}
