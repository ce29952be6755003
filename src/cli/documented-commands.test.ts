import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Command } from "commander";
import { expect, test } from "vitest";
import { createProgram } from "./program.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Finds every `docwright …` in code blocks, including continued lines, and between backticks. */
function readCommands(text: string): string[] {
  const joined = text.replace(/\\\n\s*/gu, "");
  return [...joined.matchAll(/(?:^|\n)(?:npx )?docwright ([^\n]+)|`(?:npx )?docwright ([^`\n]+)`/gu)].map(
    (found) => (found[1] ?? found[2] ?? "").trim(),
  );
}

/** Describes what is wrong with a command; null if its subcommand and all its options exist. */
function describeProblem(program: Command, line: string): string | null {
  let command = program;
  // Quoted text may contain anything.
  const words = line.replaceAll(/"[^"]*"|'[^']*'/gu, "…").split(/\s+/u);
  while (command.commands.length > 0 && words[0] !== undefined && !words[0].startsWith("-")) {
    const word = words.shift();
    const next = command.commands.find((one) => one.name() === word);
    if (next === undefined) return `no command ${word}`;
    command = next;
  }
  const known = command.options.flatMap(({ long, short }) => [long, short]);
  const unknown = words.filter((word) => /^--?[a-z]/u.test(word) && !["--help", ...known].includes(word));
  return unknown.length === 0 ? null : `no option ${unknown.join(", ")}`;
}

const pages = ["README.md", ...globSync("docs/*.md", { cwd: root })].sort();

test.each(pages)("every command in %s exists, with its options", (page) => {
  const program = createProgram();
  const problems = readCommands(readFileSync(join(root, page), "utf8"))
    .map((line) => ({ line, problem: describeProblem(program, line) }))
    .filter(({ problem }) => problem !== null);
  expect(problems).toEqual([]);
});

test("commands are found in the docs", () => {
  const found = pages.flatMap((page) => readCommands(readFileSync(join(root, page), "utf8")));
  expect(found).toContain("serve");
  expect(found.length).toBeGreaterThan(30);
});
