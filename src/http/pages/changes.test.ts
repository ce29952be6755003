import { expect, it } from "vitest";
import { limits } from "../../limits.ts";
import { toWireChanges } from "./changes.ts";

it("the sums count all files and commits, even if the diff and the list of commits are truncated", () => {
  const file = (path: string) => ({
    ...{ path, previousPath: null, status: "modified" as const },
    ...{ additions: 2, deletions: 1 },
  });
  const text = ["diff --git a/0.md b/0.md", "@@ -1 +1,2 @@", "-a", "+b", "+c", "# The diff is cut here.", ""];
  const changes = toWireChanges({
    text: text.join("\n"),
    files: Array.from({ length: 3000 }, (_, index) => file(`${index}.md`)),
    checks: [],
    commits: [{ sha: "a".repeat(40), subject: "One", authorName: "Docwright", at: 0 }],
    commitCount: 140,
  });
  expect(changes).toMatchObject({
    ...{ fileCount: 3000, additions: 6000, deletions: 3000, commitCount: 140 },
    remark: "# The diff is cut here.",
    commits: [{ subject: "One", at: "1970-01-01T00:00:00.000Z" }],
  });
  expect(changes.files.map(({ path, lines }) => [path, lines.length])).toEqual([["0.md", 4]]);
});

it("many edits with many unchanged lines around them are all shown, with fewer unchanged lines", () => {
  const hunk = (index: number) => {
    const context = Array.from({ length: 20 }, (_, line) => ` line ${line}`);
    const start = 1 + 100 * index;
    return [`@@ -${start},41 +${start},41 @@`, ...context, `-old ${index}`, `+new ${index}`, ...context];
  };
  const edits = 60;
  const hunks = Array.from({ length: edits }, (_, index) => hunk(index)).flat();
  expect(hunks.length).toBeGreaterThan(limits.pages.fileLinesMax);
  const { files } = toWireChanges({
    text: ["diff --git a/a.md b/a.md", "--- a/a.md", "+++ b/a.md", ...hunks, ""].join("\n"),
    ...{ files: [], checks: [], commits: [], commitCount: 0 },
  });
  const added = files[0]?.lines.filter(({ kind }) => kind === "added").map(({ text }) => text);
  expect(added).toEqual(Array.from({ length: edits }, (_, index) => `new ${index}`));
  expect(files[0]?.lineCount).toBe(files[0]?.lines.length);
});
