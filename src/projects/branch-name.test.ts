import { expect, test } from "vitest";
import { isBranchName } from "./branch-name.ts";

test.each([
  "main",
  "docwright/rename-console-1a2b3c4d",
  "feature/ünïcode-文档",
  "a.b",
  "a@b",
  "v1.0-rc_1",
  "x".repeat(244),
])("%s is a branch name", (name) => {
  expect(isBranchName(name)).toBe(true);
});

test.each([
  "",
  "@",
  "HEAD",
  "-x",
  "refs/heads/main",
  ".hidden",
  "a/.hidden",
  "a..b",
  "a.",
  "a/",
  "/a",
  "a//b",
  "a.lock",
  "a.lock/b",
  "a b",
  "a~1",
  "a^",
  "a:b",
  "a?",
  "a*",
  "a[b",
  "a\\b",
  "a@{1}",
  "a\u0000b",
  "a\nb",
  "a\u007fb",
  "a\u0085b",
  "a\ud800b",
  "x".repeat(245),
  "é".repeat(123),
])("%j is not a branch name", (name) => {
  expect(isBranchName(name)).toBe(false);
});
