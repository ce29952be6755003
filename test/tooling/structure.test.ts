import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { forEveryone, mayImport } from "../../scripts/structure/architecture.ts";
import { checkStructure } from "../../scripts/structure/check-structure.ts";
import { checkGenerated } from "../../scripts/structure/generated.ts";
import { packagePlantings } from "./package-plantings.ts";
import { areas, clean, long, plantings } from "./plantings.ts";

let root = "";
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), "structure-"));
  for (const [path, text] of Object.entries(clean)) write(join(root, "clean"), path, text);
});
afterAll(() => rmSync(root, { recursive: true }));

function write(tree: string, path: string, text: string): void {
  mkdirSync(dirname(join(tree, path)), { recursive: true });
  writeFileSync(join(tree, path), text);
}

/** The clean tree with these files in it, or without those that are null. */
function plant(planted: Record<string, string | null>): string {
  const tree = mkdtempSync(join(root, "planted-"));
  cpSync(join(root, "clean"), tree, { recursive: true });
  for (const [path, text] of Object.entries(planted))
    if (text === null) rmSync(join(tree, path));
    else write(tree, path, text);
  return tree;
}

test("the clean tree passes", () => {
  expect(checkStructure(join(root, "clean"))).toEqual([]);
});

test("the table itself has no cycle", () => {
  const reach = (area: string, trail: readonly string[] = []): void => {
    expect(trail, trail.join(" → ")).not.toContain(area);
    for (const to of [...(mayImport[area] ?? [])]) reach(to, [...trail, area]);
  };
  for (const area of areas) reach(area);
  for (const area of forEveryone) expect(mayImport[area]).toEqual([]);
});

describe("the check catches", () => {
  test.each([...plantings, ...packagePlantings])("$what", ({ files: planted, at, says }) => {
    const problems = checkStructure(plant(planted));
    expect(problems.map(({ path, line, rule }) => `${path}:${line} [${rule}]`)).toEqual([at]);
    expect(problems[0]?.message).toMatch(says);
    expect(problems[0]?.warning).toBeUndefined();
  });
});

test("import cycles that share files are each reported once, the shortest first", () => {
  const imports = { a: ["b"], b: ["c"], c: ["d", "a"], d: ["a"], e: ["f"], f: ["e"] };
  const files = Object.entries(imports).map(([name, others]) => [
    `src/std/${name}.ts`,
    others.map((other) => `import type {} from "./${other}.ts";\n`).join(""),
  ]);
  const problems = checkStructure(plant(Object.fromEntries(files)));
  const cycles = problems.map(({ message }) =>
    [...message.matchAll(/std\/(\w)\.ts/gu)].map(([, name]) => name),
  );
  expect(cycles.map((names) => names.join(" "))).toEqual(["e f e", "a b c a", "a b c d a"]);
});

test("a file that is somewhat long is a warning", () => {
  const problems = checkStructure(plant({ "src/jobs/x.ts": long(301), "src/jobs/y.test.ts": long(900) }));
  expect(problems.map(({ path, rule, warning }) => ({ path, rule, warning }))).toEqual([
    { path: "src/jobs/x.ts", rule: "size", warning: true },
  ]);
});

test("pages that are written from the sources are checked and written", async () => {
  const tree = plant({ "docs/limits.md": "old\n" });
  const stale = await checkGenerated(tree, { fix: false });
  expect(stale.map(({ path, rule, message }) => ({ path, rule, message }))).toEqual(
    ["docs/limits.md", "docs/configuration.md"].map((path) => ({
      path,
      rule: "generated",
      message: expect.stringContaining("npm run check -- --fix"),
    })),
  );
  expect(await checkGenerated(tree, { fix: true })).toEqual([]);
  expect(await checkGenerated(tree, { fix: false })).toEqual([]);
});
