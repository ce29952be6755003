/**
 * Runs before `npm pack`: writes dist/ as JavaScript, because Node doesn't run TypeScript below node_modules. Types are
 * replaced by spaces, so lines and columns in errors match the sources.
 *
 * Without an argument, it packs the service including its packages: src/ becomes dist/, and packages/ becomes
 * dist/packages/. With a package's folder, such as `packages/site`, it packs that package with its type declarations.
 * Other packages that this package imports by path, such as `../site/index.ts`, are then imported by name:
 * `@docwright/site`.
 */
import { spawnSync } from "node:child_process";
import { copyFileSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { dirname, join, posix } from "node:path";
import { parseSync, Visitor } from "oxc-parser";
import { root } from "./root.ts";
import { packages } from "./structure/architecture.ts";

// Node warns each time that stripTypeScriptTypes is experimental. If its behavior changes, the test of the package
// fails.
process.removeAllListeners("warning");

const [folder] = process.argv.slice(2);
const dist = join(root, folder ?? "", "dist");
rmSync(dist, { recursive: true, force: true });
if (folder === undefined) {
  write("src", "");
  for (const name of packages) write(`packages/${name}`, `packages/${name}`);
} else {
  write(folder, "");
  declareTypes(folder);
}

/** Writes the code that is needed at run time, without tests, benches or manifests. `to` is relative to dist/. */
function write(from: string, to: string): void {
  const exclude = ["**/*.test.ts", "test/**", "bench/**", "dist/**", "package.json", "tsconfig.json"];
  for (const path of globSync("**/*.{ts,sql,json}", { cwd: join(root, from), exclude })) {
    const source = join(root, from, path);
    const target = posix.join(to, path).replace(/\.ts$/u, ".js");
    mkdirSync(dirname(join(dist, target)), { recursive: true });
    if (path.endsWith(".ts"))
      writeFileSync(join(dist, target), toJavaScript(target, readFileSync(source, "utf8")));
    else copyFileSync(source, join(dist, target));
  }
}

/** Strips types, and points imports and `new URL("./x.ts", import.meta.url)` to the written files. */
function toJavaScript(target: string, source: string): string {
  const text = stripTypeScriptTypes(source);
  const { program, errors } = parseSync(target, text);
  if (errors.length > 0) throw new Error(`${target}: ${errors[0]?.message ?? "could not be parsed"}`);
  const names: { start: number; end: number; name: string }[] = [];
  const add = (node: { type: string; value?: unknown; start: number; end: number } | null | undefined) => {
    if (node?.type !== "Literal" || typeof node.value !== "string") return;
    const name = writtenName(target, node.value);
    // Excludes the quotes.
    if (name !== null) names.push({ start: node.start + 1, end: node.end - 1, name });
  };
  new Visitor({
    ImportDeclaration: ({ source: name }) => add(name),
    ExportNamedDeclaration: ({ source: name }) => add(name),
    ExportAllDeclaration: ({ source: name }) => add(name),
    ImportExpression: ({ source: name }) => add(name),
    NewExpression: ({ callee, arguments: [name] }) => {
      if (callee.type === "Identifier" && callee.name === "URL") add(name);
    },
  }).visit(program);
  let out = "";
  let at = 0;
  for (const { start, end, name } of names.sort((a, b) => a.end - b.end)) {
    out += text.slice(at, start) + name;
    at = end;
  }
  return out + text.slice(at);
}

/** Returns the name that replaces a specifier in dist/, relative to the file `target`, or null if it stays the same. */
function writtenName(target: string, specifier: string): string | null {
  if (/^\.{1,2}\/.*\.ts$/u.test(specifier))
    return otherPackage(target, specifier) ?? specifier.replace(/\.ts$/u, ".js");
  if (!specifier.startsWith("#")) return null;
  const name = posix.relative(posix.dirname(target), `packages/${specifier.slice(1)}/index.js`);
  return name.startsWith(".") ? name : `./${name}`;
}

/** Returns the name of the package that a file of the packed package imports, or null for its own files. */
function otherPackage(target: string, specifier: string): string | null {
  if (folder === undefined) return null;
  const path = posix.join(folder, posix.dirname(target), specifier);
  if (path.startsWith(`${folder}/`)) return null;
  const [, name] = /^packages\/([^/]+)\/index\.ts$/u.exec(path) ?? [];
  if (name === undefined) throw new Error(`${target} imports ${specifier}, which is not in the package`);
  return `@docwright/${name}`;
}

/** Writes a package's type declarations beside its code, for users of TypeScript. */
function declareTypes(folder: string): void {
  const all = join(dist, "declarations");
  const options = ["--declaration", "--emitDeclarationOnly", "--noEmit", "false", "--incremental", "false"];
  const places = ["--rootDir", root, "--outDir", all];
  const { status, stdout } = spawnSync(
    process.execPath,
    [join(root, "node_modules/typescript/bin/tsc"), "-p", folder, ...options, ...places],
    { cwd: root, encoding: "utf8", timeout: 120_000 },
  );
  if (status !== 0) throw new Error(`Could not write the type declarations of ${folder}:\n${stdout}`);
  // The compiler also declares the packages that this package imports.
  const own = join(all, folder);
  for (const path of globSync("**/*.d.ts", { cwd: own })) {
    const text = readFileSync(join(own, path), "utf8");
    const named = text.replace(/(?<=\b(?:from |import\())"(\.{1,2}\/[^"]+)"/gu, (_, specifier: string) =>
      JSON.stringify(otherPackage(path, specifier) ?? specifier),
    );
    writeFileSync(join(dist, path), named);
  }
  rmSync(all, { recursive: true });
}
