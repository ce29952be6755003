import { existsSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import {
  architectureLinesMax,
  exceptions,
  forEveryone,
  linesMax,
  linesWarned,
  mayImport,
  withoutFrontDoor,
} from "./architecture.ts";
import { type LockFile, lockFilesIn, missingEntries } from "./lock-file.ts";
import { areaOf, folderOf, isTest, type Problem, type Source } from "./source.ts";

const kebab = /^[a-z0-9]+(?:-[a-z0-9]+)*(?:\.[a-z]+)?\.(?:tsx?|js)$/u;
const emptyName = /(?:^|-)(?:types|common|utils?|helpers?|misc)$/u;
const emptyEnding = /-(?:manager|service|base|impl)$/u;

/** Checks the names and sizes of files, and the files that each area must have. */
export function checkFiles(root: string, sources: readonly Source[]): Problem[] {
  return [
    ...sources.flatMap(checkName),
    ...sources.filter(({ path }) => !isTest(path)).flatMap(checkSize),
    ...checkAreas(root, sources),
    ...lockFilesIn(root).flatMap((path) => checkLockFile(root, path)),
  ];
}

function checkName({ path }: Source): Problem[] {
  const problem = (message: string): Problem => ({ path, line: 1, rule: "file-name", message });
  const folders = path.split("/").slice(0, -1);
  const stem = basename(path).replace(/\..*$/u, "");
  if (!kebab.test(basename(path))) return [problem("Name the file in kebab-case, after its main export.")];
  const empty = [...folders, stem].find((name) => emptyName.test(name) || emptyEnding.test(name));
  return empty === undefined
    ? []
    : [problem(`${empty} is meaningless: name it after what it contains or does.`)];
}

/** These files are lists of any length, with one row per limit. */
const lists = /^(?:src|packages\/[^/]+)\/limits\.ts$/u;

function checkSize({ path, text }: Source): Problem[] {
  if (lists.test(path)) return [];
  const lines = text.split("\n").length - 1;
  if (lines <= linesWarned) return [];
  const warning = lines <= linesMax;
  const message = `${lines} lines; more than ${linesMax} is an error. Give each subject its own file.`;
  return [{ path, line: linesWarned, rule: "size", message, ...(warning ? { warning } : {}) }];
}

function checkAreas(root: string, sources: readonly Source[]): Problem[] {
  const problems: Problem[] = [];
  const path = "ARCHITECTURE.md";
  const file = join(root, path);
  const text = existsSync(file) ? readFileSync(file, "utf8") : "";
  const lines = text.split("\n");
  if (lines.length > architectureLinesMax + 1)
    problems.push({
      path,
      line: architectureLinesMax,
      rule: "architecture",
      message: `${lines.length - 1} lines: keep it under ${architectureLinesMax}, so that people read it.`,
    });

  const paths = new Set(sources.map((source) => source.path));
  const areas = new Set(sources.map((source) => areaOf(source.path)).filter((area) => area !== null));
  for (const area of areas) {
    const inFolder = !paths.has(`src/${area}.ts`);
    const place = inFolder ? folderOf(area) : `src/${area}.ts`;
    if (inFolder && !withoutFrontDoor.has(area) && !paths.has(`${place}index.ts`))
      problems.push({
        path: `${place}index.ts`,
        line: 1,
        rule: "front-door",
        message: `${place} has no entry point: add an index.ts that exports what other areas need.`,
      });
    if (!text.includes(`\`${place}\``))
      problems.push({
        path,
        line: 1,
        rule: "architecture",
        message: `Add \`${place}\` to the code map, with a description.`,
      });
  }
  return [...problems, ...checkTable(path, lines, areas)];
}

/** Compares the rows of the table in ARCHITECTURE.md with the data that the check enforces. */
function checkTable(path: string, lines: readonly string[], areas: ReadonlySet<string>): Problem[] {
  const start = lines.findIndex((line) => line.startsWith("| area | may import"));
  const problems: Problem[] = [];
  for (let i = start + 2; start >= 0 && lines[i]?.startsWith("|"); i++) {
    const [names = "", allowed = ""] = (lines[i] ?? "")
      .split("|")
      .slice(1)
      .map((cell) => cell.trim());
    if (allowed === "all" || allowed === "nothing more") continue;
    const written = allowed
      .replace(/\([^)]*\)/gu, "")
      .split(",")
      .map((name) => name.trim());
    for (const area of names.split(",").map((name) => name.trim())) {
      const enforced = [...(mayImport[area] ?? []), ...exceptionsOf(area)].filter((name) => areas.has(name));
      const extra = written.filter((name) => name !== "–" && !enforced.includes(name));
      const missing = enforced.filter((name) => !written.includes(name) && !forEveryone.includes(name));
      if (extra.length + missing.length > 0)
        problems.push({
          path,
          line: i + 1,
          rule: "architecture",
          message: `The row of ${area} must say: ${enforced.join(", ") || "–"}. scripts/structure/architecture.ts enforces this; change both or neither.`,
        });
    }
  }
  return problems;
}

function exceptionsOf(area: string): string[] {
  return exceptions.filter(({ from }) => from === area).map(({ to }) => to);
}

function checkLockFile(root: string, path: string): Problem[] {
  const lock = JSON.parse(readFileSync(join(root, path), "utf8")) as LockFile;
  const problem = (message: string): Problem => ({ path, line: 1, rule: "lock-file", message });
  const [missing] = missingEntries(lock);
  const resolved = Object.entries(lock.packages).find(([, entry]) => entry.resolved !== undefined)?.[0];
  return [
    ...(missing === undefined
      ? []
      : [
          problem(
            `The lock file lacks ${missing.name}, so npm ci rejects it. Run node scripts/complete-lock.ts.`,
          ),
        ]),
    ...(resolved === undefined
      ? []
      : [problem(`${resolved} has the address of one registry. Run npm install with the project's .npmrc.`)]),
  ];
}
