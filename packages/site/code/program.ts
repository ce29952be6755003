import { limits } from "../limits.ts";
import { folderOf, joinPath } from "../paths.ts";
import type { CodeModule } from "./module.ts";

/** Modules by path: a configuration and the files of the repository that it imports. */
export interface Program {
  readonly entry: string;
  readonly modules: ReadonlyMap<string, CodeModule>;
  /** The path that a specifier in a module refers to, or null if it is a package or missing. */
  resolve(from: string, source: string): string | null;
}

export interface CodeTree {
  has(path: string): boolean;
  /** Returns null if the file does not exist, is too large, or cannot be parsed in time. */
  readCode(path: string): Promise<CodeModule | null>;
}

/** Reads a module and its relative imports, nearest first. Returns null if the module itself cannot be read. */
export async function readProgram(tree: CodeTree, entry: string): Promise<Program | null> {
  const modules = new Map<string, CodeModule>();
  const resolve = (from: string, source: string) => resolveModule(tree, from, source);
  let level = [entry];
  for (let depth = 0; depth <= limits.codeImportDepthMax && level.length > 0; depth++) {
    const next = new Set<string>();
    for (const path of level) {
      if (modules.size >= limits.codeFilesMax) break;
      const module = await tree.readCode(path);
      if (module === null) continue;
      modules.set(path, module);
      for (const { source } of module.imports.values()) {
        const target = resolve(path, source);
        if (target !== null && !modules.has(target)) next.add(target);
      }
    }
    level = [...next];
  }
  return modules.has(entry) ? { entry, modules, resolve } : null;
}

const suffixes = [".ts", ".mts", ".cts", ".js", ".mjs", ".cjs", ".json"];

function resolveModule(tree: CodeTree, from: string, source: string): string | null {
  if (!/^\.{1,2}(?:\/|$)/.test(source)) return null;
  const path = joinPath(folderOf(from), source);
  if (path === null) return null;
  const candidates = [
    ...(/\.[cm]?[jt]s$|\.json$/.test(path) ? [path, path.replace(/js$/, "ts")] : []),
    ...suffixes.map((suffix) => path + suffix),
    ...suffixes.map((suffix) => `${path}/index${suffix}`),
  ];
  return candidates.find((candidate) => tree.has(candidate)) ?? null;
}
