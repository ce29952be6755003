import { expect, test } from "vitest";
import { parseStepChanges } from "./step-changes.ts";

const edited = {
  ...{ path: "a.md", status: "modified" },
  hunks: [{ before: 1, after: 1, lines: ["-old", "+new", "+more"] }],
};
const deleted = { path: "b.md", status: "deleted", hunks: [] };

test.each([
  ["all lines are known", { files: [edited], fileCount: 1 }, { additions: 2, deletions: 1 }],
  ["a page was deleted", { files: [edited, deleted], fileCount: 2 }, null],
  ["some files are left out", { files: [edited], fileCount: 3 }, null],
])("the lines of a step are counted only if they are all in its event: %s", (_case, sent, lineCounts) => {
  expect(parseStepChanges(sent)?.lineCounts).toEqual(lineCounts);
});
