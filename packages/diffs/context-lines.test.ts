import { expect, it } from "vitest";
import { contextLinesFor } from "./context-lines.ts";

const file = (status: string, additions: number, deletions: number) => ({ status, additions, deletions });

it.each([
  ["no files", [], 20],
  ["a few changed lines", [file("modified", 3, 2)], 20],
  ["as many lines as are allowed, in two files", [file("modified", 250, 100), file("renamed", 100, 50)], 20],
  ["one line more", [file("modified", 250, 100), file("renamed", 100, 51)], 3],
  [
    "long new and deleted files",
    [file("added", 9000, 0), file("deleted", 0, 9000), file("modified", 1, 1)],
    20,
  ],
] as const)(
  "%s: a diff has the expected number of unchanged lines around each change",
  (_name, files, lines) => {
    expect(contextLinesFor(files)).toBe(lines);
  },
);
