import { createTwoFilesPatch } from "diff";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cpuMsOf } from "../../test/support/cpu-time.ts";
import { parseDiff } from "./parse-diff.ts";

const bounds = { fileLinesMax: 1000, linesMax: 5000, lineCharsMax: 200 };
const parse = (...lines: string[]) => parseDiff(`${lines.join("\n")}\n`, bounds);

describe("a unified diff", () => {
  it("is parsed into files with numbered lines", () => {
    const { files, remark } = parse(
      "diff --git a/guides/a.md b/guides/a.md",
      "index 5b9a304..e36078d 100644",
      "--- a/guides/a.md",
      "+++ b/guides/a.md",
      "@@ -4,3 +4,4 @@ title",
      " same",
      "-old",
      "+new",
      "+more",
      " same",
      "\\ No newline at end of file",
    );
    expect(remark).toBeNull();
    expect(files).toHaveLength(1);
    expect(files[0]).toMatchObject({
      path: "guides/a.md",
      status: "modified",
      additions: 2,
      deletions: 1,
      lineCount: 7,
    });
    expect(files[0]?.lines.map(({ kind, before, after, text }) => [kind, before, after, text])).toEqual([
      ["hunk", null, null, "@@ -4,3 +4,4 @@ title"],
      ["context", 4, 4, "same"],
      ["deleted", 5, null, "old"],
      ["added", null, 5, "new"],
      ["added", null, 6, "more"],
      ["context", 6, 7, "same"],
      ["note", null, null, "No newline at end of file"],
    ]);
  });

  it("can contain added, deleted, renamed and binary files, and mode changes", () => {
    const { files } = parse(
      "diff --git a/new page.md b/new page.md",
      "new file mode 100644",
      "--- /dev/null",
      "+++ b/new page.md\t",
      "@@ -0,0 +1 @@",
      "+x",
      "diff --git a/gone.md b/gone.md",
      "deleted file mode 100644",
      "--- a/gone.md",
      "+++ /dev/null",
      "@@ -1 +0,0 @@",
      "-x",
      "diff --git a/old/a.md b/new/b.md",
      "similarity index 100%",
      "rename from old/a.md",
      "rename to new/b.md",
      "diff --git a/logo.png b/logo.png",
      "index 1..2 100644",
      "Binary files a/logo.png and b/logo.png differ",
      "diff --git a/run.sh b/run.sh",
      "old mode 100644",
      "new mode 100755",
    );
    expect(
      files.map(({ path, previousPath, status, isBinary }) => ({ path, previousPath, status, isBinary })),
    ).toEqual([
      { path: "new page.md", previousPath: null, status: "added", isBinary: false },
      { path: "gone.md", previousPath: null, status: "deleted", isBinary: false },
      { path: "new/b.md", previousPath: "old/a.md", status: "renamed", isBinary: false },
      { path: "logo.png", previousPath: null, status: "modified", isBinary: true },
      { path: "run.sh", previousPath: null, status: "modified", isBinary: false },
    ]);
  });

  it("can have quoted paths", () => {
    const { files } = parse(
      'diff --git "a/caf\\303\\251 \\"x\\"\\t.md" "b/caf\\303\\251 \\"x\\"\\t.md"',
      'rename from "caf\\303\\251.md"',
      'rename to "\\346\\227\\245.md"',
    );
    expect(files[0]).toMatchObject({ path: "日.md", previousPath: "café.md" });
    expect(parse('diff --git "a/\\303\\251" "b/\\303\\251"', "old mode 100644").files[0]?.path).toBe("é");
  });

  it("is not confused by file content that looks like a header", () => {
    const content = ["diff --git a/fake b/fake", "--- a/fake", "+++ b/fake", "@@ -1 +1 @@", "\\ No"];
    const { files } = parse(
      "diff --git a/a b/a",
      "--- a/a",
      "+++ b/a",
      `@@ -1,${content.length} +1,${content.length} @@`,
      ...content.map((line) => `-${line}`),
      ...content.map((line) => `+${line}`),
    );
    expect(files).toHaveLength(1);
    expect(files[0]).toMatchObject({ additions: 5, deletions: 5 });
  });

  it("keeps the note at the end of a truncated diff", () => {
    expect(parse("diff --git a/a b/a", "@@ -1 +1 @@", "-a", "+b", "The rest is left out.").remark).toBe(
      "The rest is left out.",
    );
    expect(parse("nothing at all")).toEqual({ files: [], remark: "nothing at all" });
    expect(parseDiff("", bounds)).toEqual({ files: [], remark: null });
  });

  it("is parsed into the lines of both texts, for diffs that an independent program wrote", () => {
    const text = fc
      .array(fc.constantFrom("a", "b", "", "+x", "-y", " z", "@@ -1 +1 @@", "diff --git a/q b/q"), {
        maxLength: 30,
      })
      .map((lines) => lines.map((line) => `${line}\n`).join(""));
    fc.assert(
      fc.property(text, text, (before, after) => {
        const patch = createTwoFilesPatch("a/f", "b/f", before, after).split("\n").slice(1).join("\n");
        const { files } = parseDiff(`diff --git a/f b/f\n${patch}`, bounds);
        const lines = files[0]?.lines ?? [];
        const olds = before.split("\n");
        const news = after.split("\n");
        for (const line of lines) {
          if (line.before !== null) expect(line.text).toBe(olds[line.before - 1]);
          if (line.after !== null) expect(line.text).toBe(news[line.after - 1]);
        }
        const kept =
          lines.filter(({ kind }) => kind === "deleted").length -
          lines.filter(({ kind }) => kind === "added").length;
        expect(kept).toBe(olds.length - news.length);
      }),
    );
  });

  it("never makes the parser throw or exceed its bounds", () => {
    const line = fc.oneof(
      fc.string({ maxLength: 300 }),
      fc.constantFrom(
        "diff --git a/a b/a",
        'diff --git "a',
        "@@ -1,5 +1,5 @@",
        "@@ -999999999,999999999 +1 @@",
        "+a",
        "-b",
        " c",
        "\\",
        "+++ b/x",
        'rename to "\\',
        "--- ",
      ),
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 80 }), (lines) => {
        const small = { fileLinesMax: 3, linesMax: 7, lineCharsMax: 10 };
        const { files } = parseDiff(lines.join("\n"), small);
        const kept = files.flatMap((file) => file.lines);
        expect(kept.length).toBeLessThanOrEqual(7);
        for (const file of files) expect(file.lines.length).toBeLessThanOrEqual(Math.min(3, file.lineCount));
        for (const { text } of kept) expect(text.length).toBeLessThanOrEqual(11);
      }),
    );
  });

  it("is parsed in linear time", () => {
    const diff = `diff --git a/a b/a\n@@ -0,0 +1,2000000 @@\n${"+x\n".repeat(2_000_000)}`;
    expect(cpuMsOf(() => parseDiff(diff, bounds))).toBeLessThan(5000);
  });
});
