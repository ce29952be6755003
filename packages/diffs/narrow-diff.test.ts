import { applyPatch, createTwoFilesPatch } from "diff";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cpuMsOf } from "../../test/support/cpu-time.ts";
import { narrowDiff } from "./narrow-diff.ts";

const join = (...lines: string[]) => `${lines.join("\n")}\n`;
const context = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => ` line ${first + index}`);

describe("the unchanged lines around changes", () => {
  it("are reduced, and a hunk is split between distant changes, with new line numbers", () => {
    const wide = join(
      "diff --git a/a.md b/a.md",
      "index 1..2 100644",
      "--- a/a.md",
      "+++ b/a.md",
      "@@ -1,30 +1,31 @@ section",
      ...context(1, 5),
      "-line 6",
      "+line six",
      ...context(7, 20),
      "+line 20 b",
      ...context(21, 30),
      "diff --git a/b.md b/b.md",
      "new file mode 100644",
      "--- /dev/null",
      "+++ b/b.md",
      "@@ -0,0 +1 @@",
      "+x",
      "\\ No newline at end of file",
    );
    expect(narrowDiff(wide)).toBe(
      join(
        "diff --git a/a.md b/a.md",
        "index 1..2 100644",
        "--- a/a.md",
        "+++ b/a.md",
        "@@ -3,7 +3,7 @@ line 2",
        ...context(3, 5),
        "-line 6",
        "+line six",
        ...context(7, 9),
        "@@ -18,6 +18,7 @@ line 17",
        ...context(18, 20),
        "+line 20 b",
        ...context(21, 23),
        "diff --git a/b.md b/b.md",
        "new file mode 100644",
        "--- /dev/null",
        "+++ b/b.md",
        "@@ -0,0 +1 @@",
        "+x",
        "\\ No newline at end of file",
      ),
    );
  });

  it("stay if changes are so close that their lines meet, and if there are no more of them", () => {
    const near = join("@@ -1,8 +1,8 @@ here", "-a", "+b", ...context(2, 7), "-c", "+d");
    expect(narrowDiff(near)).toBe(near);
    const far = join("@@ -1,9 +1,9 @@", "-a", "+b", ...context(2, 8), "-c", "+d");
    expect(narrowDiff(far).match(/^@@.*/gmu)).toEqual(["@@ -1,4 +1,4 @@", "@@ -6,4 +6,4 @@ line 5"]);
  });

  it("lose no heading: it is the last line of the old file before the hunk that git takes for one", () => {
    const lines = (first: string, ...rest: string[]) =>
      join("@@ -8,9 +8,9 @@ kept", first, ...rest, " - item", " # b", " 1", " 2", "-3", "+4");
    const heading = (text: string) =>
      narrowDiff(text, 1)
        .match(/(?<=^@@ .* @@).*$/gmu)
        ?.at(-1);
    expect(heading(lines(" Install it "))).toBe(" Install it");
    expect(heading(lines("-Old text", "+New text"))).toBe(" Old text");
    expect(heading(lines(" # Title"))).toBe(" kept");
    expect(heading(lines(` ${"é".repeat(3)}`, ` a${"é".repeat(60)}`))).toBe(` a${"é".repeat(39)}\ufffd`);
  });

  it("are reduced in a diff that was cut, whose last line says so", () => {
    const cut = join(
      "@@ -1,90 +1,90 @@",
      ...context(1, 9),
      "-a",
      "# The diff is longer than 9 bytes and ends here.",
    );
    expect(narrowDiff(cut)).toBe(
      join(
        "@@ -7,4 +7,3 @@ line 6",
        ...context(7, 9),
        "-a",
        "# The diff is longer than 9 bytes and ends here.",
      ),
    );
    expect(narrowDiff("")).toBe("");
  });

  it("become those of an independent program's diff with fewer of them, which still applies", () => {
    const text = fc
      .array(fc.constantFrom("a", "b", "", "+x", "-y", " z", "@@ -1 +1 @@", "\\ n", "diff --git a/q b/q"), {
        maxLength: 60,
      })
      .map((lines) => lines.map((line) => `${line}\n`).join(""));
    // git leaves out the count of a single line.
    const patchOf = (before: string, after: string, lines: number) =>
      createTwoFilesPatch("a/f", "b/f", before, after, "", "", { context: lines }).replace(
        /^@@ .* @@$/gmu,
        (header) => header.replaceAll(/,1(?= )/gu, ""),
      );
    fc.assert(
      fc.property(text, text, fc.integer({ min: 1, max: 4 }), (before, after, lines) => {
        const narrowed = narrowDiff(patchOf(before, after, 20), lines);
        // That program doesn't write headings.
        expect(narrowed.replaceAll(/^(@@ .* @@) .*$/gmu, "$1")).toBe(patchOf(before, after, lines));
        if (before !== after) expect(applyPatch(before, narrowed)).toBe(after);
      }),
    );
  });

  it("are reduced in linear time", () => {
    const diff = (changes: number) =>
      join("@@ -1,1000000 +1,1000000 @@", ...Array.from({ length: changes }, () => " x\n-a\n+b\n x\n x"));
    const [short, long] = [diff(20_000), diff(80_000)];
    narrowDiff(short);
    const floorMs = cpuMsOf(() => narrowDiff(short));
    // Four times the text takes four times as long. In quadratic time, it would take 16 times as long.
    expect(cpuMsOf(() => narrowDiff(long))).toBeLessThan(10 * floorMs + 20);
  });
});
