import { type MemberExpression, type Node, Visitor } from "oxc-parser";
import { only } from "./architecture.ts";
import { isIn, isTest, type Problem, type Source } from "./source.ts";

type Report = (node: { start: number }, rule: string, message: string) => void;

const emptyEnding = /[a-z0-9](?:Manager|Service|Helpers?|Utils?|Base|Impl)$/u;
const leftover = /\b(?:TO[D]O|FIX[M]E|XX[X])\b/u;
const clocks = new Set(["Date.now", "performance.now", "performance.timeOrigin", "process.hrtime"]);
const timers = new Set(["setTimeout", "setInterval"]);

/** Checks that a file contains no forbidden constructs. */
export function checkCode(source: Source): Problem[] {
  const problems: Problem[] = [];
  const report: Report = ({ start }, rule, message) =>
    problems.push({ path: source.path, line: source.lineAt(start), rule, message });

  checkLanguage(source, report);
  for (const comment of source.comments)
    if (leftover.test(comment.value))
      report(
        comment,
        "leftover",
        "Do it now, or open an issue: main must not contain notes about unfinished work.",
      );
  if (isTest(source.path)) checkTestProcesses(source, report);
  else if (/^(?:src|packages)\//u.test(source.path)) checkPlaces(source, report);
  return problems;
}

function checkLanguage({ path, program, text }: Source, report: Report): void {
  const named = (node: Node, name: string | undefined) => {
    if (name !== undefined && emptyEnding.test(name) && !isTest(path))
      report(node, "name", `${name}: name it after what it is or does. Its last word is meaningless.`);
  };
  const noDefault = (node: Node) => report(node, "default-export", "Use a named export.");
  const isFileUrl = (node: Node | null) =>
    node?.type === "NewExpression" &&
    isNamed(node.callee, "URL") &&
    node.arguments.some(({ start, end }) => text.slice(start, end) === "import.meta.url");
  const noPathname = (node: Node) =>
    report(node, "file-url", "Use fileURLToPath: a pathname percent-encodes spaces and non-ASCII letters.");
  new Visitor({
    ExportDefaultDeclaration: (node) => {
      // vitest requires a default export for a reporter, and vite for its configuration.
      if (!["scripts/checks/count-reporter.ts", "web/vite.config.ts"].includes(path)) noDefault(node);
    },
    ExportSpecifier: (node) => {
      if (node.exported.type === "Identifier" && node.exported.name === "default") noDefault(node);
    },
    MemberExpression: (node) => {
      if (isNamed(node.property, "pathname") && isFileUrl(node.object)) noPathname(node);
    },
    VariableDeclarator: ({ id, init }) => {
      if (id.type !== "ObjectPattern" || !isFileUrl(init)) return;
      for (const property of id.properties)
        if (property.type === "Property" && isNamed(property.key, "pathname")) noPathname(property);
    },
    TSEnumDeclaration: (node) =>
      report(node, "enum", "Use a union of strings: Node strips types, but can't strip an enum."),
    TSAnyKeyword: (node) => report(node, "any", "Use unknown and narrow it, or name the type."),
    ClassDeclaration: (node) => named(node, node.id?.name),
    TSInterfaceDeclaration: (node) => named(node, node.id.name),
    TSTypeAliasDeclaration: (node) => named(node, node.id.name),
  }).visit(program);
}

const startsProcesses = /^(?:node:)?(?:child_process|cluster)$/u;

function checkTestProcesses({ path, imports }: Source, report: Report): void {
  for (const { specifier, start } of imports)
    if (startsProcesses.test(specifier) && !isIn(path, only.testProcesses))
      report(
        { start },
        "process",
        `Only ${only.testProcesses[0]} may start processes in tests, because it gives each process a deadline.`,
      );
}

function checkPlaces({ path, imports, program }: Source, report: Report): void {
  const environment = (node: Node) => {
    if (!isIn(path, only.environment))
      report(node, "environment", "Read environment variables in src/config.ts and pass the value in.");
  };
  const time = (node: Node, what: string) => {
    if (!isIn(path, only.time))
      report(node, "time", `${what}: take a Clock, so that tests don't have to wait.`);
  };
  const wireName = (node: Node, name: unknown) => {
    if (name === "prLink" && !isIn(path, only.wireNames))
      report(node, "wire-name", "prLink belongs to the wire format: use pullRequestUrl here.");
  };

  for (const { specifier, start } of imports)
    if (startsProcesses.test(specifier) && !isIn(path, only.processes))
      report(
        { start },
        "process",
        `Only ${only.processes.join(", ")} may start processes. Call a function of one of these files, or take it as an argument.`,
      );
  new Visitor({
    MemberExpression: (node) => {
      const name = memberName(node);
      if (name === "process.env" || name === "globalThis.process.env") environment(node);
      if (clocks.has(name)) time(node, name);
      if (name.startsWith("console.") && !isIn(path, only.console))
        report(
          node,
          "console",
          "Use the log that is passed in: only the command line writes to the terminal.",
        );
    },
    VariableDeclarator: (node) => {
      const { id, init } = node;
      if (init?.type !== "Identifier" || init.name !== "process" || id.type !== "ObjectPattern") return;
      for (const property of id.properties)
        if (property.type === "Property" && isNamed(property.key, "env")) environment(property);
    },
    ImportDeclaration: ({ source, specifiers }) => {
      const module = source.value.replace(/^node:/u, "");
      for (const node of specifiers) {
        if (node.type !== "ImportSpecifier") continue;
        if (module === "process" && isNamed(node.imported, "env")) environment(node);
        // setImmediate doesn't depend on the time; it only yields to other work.
        if (/^timers(?:\/promises)?$/u.test(module) && !isNamed(node.imported, "setImmediate"))
          time(node, module);
      }
    },
    NewExpression: (node) => {
      if (isNamed(node.callee, "Date") && node.arguments.length === 0) time(node, "new Date()");
    },
    CallExpression: (node) => {
      const name = node.callee.type === "Identifier" ? node.callee.name : "";
      if (name === "Date") time(node, "Date()");
      if (timers.has(name)) time(node, name);
      const [first] = node.arguments;
      if (first?.type === "Literal" && first.value === "git" && !isIn(path, only.git))
        report(node, "git", `Only ${only.git[0]} may run git: it prevents repositories from executing code.`);
    },
    Identifier: (node) => wireName(node, node.name),
    Literal: (node) => wireName(node, node.value),
  }).visit(program);
}

/**
 * Returns `a.b.c` for a chain of plain names, written with dots or brackets. Parts that aren't plain names are empty.
 */
function memberName({ object, property }: MemberExpression): string {
  const owner =
    object.type === "Identifier" ? object.name : object.type === "MemberExpression" ? memberName(object) : "";
  const name =
    property.type === "Literal"
      ? String(property.value)
      : property.type === "Identifier"
        ? property.name
        : "";
  return `${owner}.${name}`;
}

function isNamed(node: Node, name: string): boolean {
  return (
    (node.type === "Identifier" && node.name === name) || (node.type === "Literal" && node.value === name)
  );
}
