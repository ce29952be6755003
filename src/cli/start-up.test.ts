import { expect, test } from "vitest";
import { root } from "../../scripts/root.ts";
import { readSource } from "../../scripts/structure/source.ts";

test("a command loads neither the service nor a package before it needs them", () => {
  const loaded = new Set(["src/main.ts"]);
  for (const path of loaded) {
    const source = readSource(root, path);
    for (const { path: to, typeOnly, start } of source.imports) {
      const isDynamic = source.text.startsWith("import(", start);
      if (to !== null && !typeOnly && !isDynamic && to.endsWith(".ts")) loaded.add(to);
    }
  }
  expect(loaded).toContain("src/cli/site/site.ts");
  expect([...loaded].filter((path) => path.startsWith("packages/"))).toEqual([]);
  expect(loaded).not.toContain("src/compose.ts");
});
