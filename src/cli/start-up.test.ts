import { expect, test } from "vitest";
import { root } from "../../scripts/root.ts";
import { readSource } from "../../scripts/structure/source.ts";

/** The files that a file loads before it runs, directly or through others. */
function loadedBy(file: string): ReadonlySet<string> {
  const loaded = new Set([file]);
  for (const path of loaded) {
    const source = readSource(root, path);
    for (const { path: to, typeOnly, start } of source.imports) {
      const isDynamic = source.text.startsWith("import(", start);
      if (to !== null && !typeOnly && !isDynamic && to.endsWith(".ts")) loaded.add(to);
    }
  }
  return loaded;
}

test("a command loads neither the service nor a package before it needs them", () => {
  const loaded = loadedBy("src/main.ts");
  expect(loaded).toContain("src/cli/site/site.ts");
  expect([...loaded].filter((path) => path.startsWith("packages/"))).toEqual([]);
  expect(loaded).not.toContain("src/compose.ts");
});

test("an import of a log loads no parser of docs pages", () => {
  const loaded = loadedBy("src/compose/index.ts");
  expect(loaded).toContain("packages/counts/index.ts");
  const ofSite = [...loaded].filter((path) => path.startsWith("packages/site/"));
  expect(ofSite.sort()).toEqual(["packages/site/glob.ts", "packages/site/glob/index.ts"]);
});
