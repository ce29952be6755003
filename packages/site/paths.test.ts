import path from "node:path/posix";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { folderOf, joinPath, relativePath, suffixOf, withoutSuffix } from "./paths.ts";

const segment = fc.constantFrom("a", "b", "guides", "日本", "x.md", "...", ".hidden");
const folder = fc.array(segment, { maxLength: 4 }).map((parts) => parts.join("/"));
const steps = fc
  .array(fc.oneof(segment, fc.constantFrom("..", ".", "")), { maxLength: 6 })
  .map((parts) => parts.join("/"));

describe("joinPath", () => {
  it("agrees with node:path below the root, and returns null above it", () => {
    fc.assert(
      fc.property(folder, steps, (from, to) => {
        const resolved = path.normalize(`top/${from}/./${to}`).replace(/\/$/, "");
        const expected = resolved === "top" ? "" : resolved.startsWith("top/") ? resolved.slice(4) : null;
        const joined = joinPath(from, to);
        // node:path ignores that a path left the folder and re-entered it by name.
        if (joined !== null) expect(joined).toBe(expected);
        else expect(expected === null || to.includes("..")).toBe(true);
      }),
    );
  });
});

describe("relativePath", () => {
  it("leads back to the target", () => {
    fc.assert(
      fc.property(folder, folder, (from, to) => {
        expect(joinPath(from, relativePath(from, to))).toBe(to);
        expect(relativePath(from, to)).toBe(path.relative(`/${from}`, `/${to}`) || ".");
      }),
    );
  });
});

describe("fileName, suffixOf and withoutSuffix", () => {
  it.each([
    ["a/b.MDX", "a", ".mdx", "a/b"],
    ["b", "", "", "b"],
    ["a.b/.hidden", "a.b", "", "a.b/.hidden"],
    ["a/b.c.md", "a", ".md", "a/b.c"],
  ])("of %s", (file, parent, suffix, stem) => {
    expect([folderOf(file), suffixOf(file), withoutSuffix(file)]).toEqual([parent, suffix, stem]);
  });
});
