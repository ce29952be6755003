/**
 * What `npm pack` runs first: writes src/ to dist/ as JavaScript, since Node does not run TypeScript below
 * node_modules. Types are replaced by spaces, so that lines and columns in errors are those of the sources.
 */
import { copyFileSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { dirname, join } from "node:path";
import { parseSync, Visitor } from "oxc-parser";
import { root } from "./root.ts";

// Node calls stripTypeScriptTypes experimental each time; the test of the package would notice a change.
process.removeAllListeners("warning");

const from = join(root, "src");
const to = join(root, "dist");

rmSync(to, { recursive: true, force: true });
for (const path of globSync("**/*", { cwd: from })) {
  if (!/\.[a-z]+$/u.test(path) || path.endsWith(".test.ts")) continue;
  mkdirSync(dirname(join(to, path)), { recursive: true });
  if (path.endsWith(".ts"))
    writeFileSync(
      join(to, path.replace(/\.ts$/u, ".js")),
      toJavaScript(path, readFileSync(join(from, path), "utf8")),
    );
  else copyFileSync(join(from, path), join(to, path));
}

/** Strips types, and names the written files in imports and in `new URL("./x.ts", import.meta.url)`. */
function toJavaScript(path: string, source: string): string {
  const text = stripTypeScriptTypes(source);
  const { program, errors } = parseSync(path.replace(/\.ts$/u, ".js"), text);
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message ?? "it cannot be parsed"}`);
  const names: { value: string; end: number }[] = [];
  const add = (node: { type: string; value?: unknown; end: number } | null | undefined) => {
    if (node?.type === "Literal" && typeof node.value === "string" && /^\.{1,2}\/.*\.ts$/u.test(node.value))
      names.push({ value: node.value, end: node.end });
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
  // The closing quote stands last: ".ts" lies right before it.
  for (const { end } of names.sort((a, b) => a.end - b.end)) {
    out += `${text.slice(at, end - 4)}.js`;
    at = end - 1;
  }
  return out + text.slice(at);
}
