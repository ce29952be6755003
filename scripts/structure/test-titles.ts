import { type CallExpression, type Node, Visitor } from "oxc-parser";
import type { Source } from "./source.ts";

type Title = Extract<Node, { type: "Literal" | "TemplateLiteral" }>;

const titled: ReadonlySet<string> = new Set(["describe", "it", "test"]);
/** The placeholders that vitest replaces in the title of a test with cases: `%s`, `$name`, `$page.path`. */
const placeholder = /%[sdifjoOcp#$]|\$[\w.]+/gu;

/** Returns the title of `test("…", …)`, `describe.each(cases)("…", …)` and the like, if it is written in the call. */
export function titleOf({ callee, arguments: [title] }: CallExpression): Title | null {
  const isWritten = title?.type === "Literal" || title?.type === "TemplateLiteral";
  return isWritten && titled.has(rootOf(callee)) ? title : null;
}

/**
 * Returns a pattern for the full title of each test in a file, which begins with the titles of the groups around the
 * test. A pattern matches the title with or without the outer groups, both as written and with values in its
 * placeholders.
 */
export function titlePatterns({ program }: Source): RegExp[] {
  const patterns: RegExp[] = [];
  const around: string[] = [];
  new Visitor({
    CallExpression: (node) => {
      const title = titleOf(node);
      if (title === null) return;
      around.push(patternOf(title));
      patterns.push(...around.map((_, from) => new RegExp(`^${around.slice(from).join(" ")}$`, "u")));
    },
    "CallExpression:exit": (node) => {
      if (titleOf(node) !== null) around.pop();
    },
  }).visit(program);
  return patterns;
}

function patternOf(title: Title): string {
  if (title.type === "TemplateLiteral")
    return title.quasis.map(({ value }) => RegExp.escape(value.cooked ?? value.raw)).join(".+");
  const text = String(title.value);
  const words = text.split(placeholder);
  // A title that is only a placeholder would match any text.
  return words.some((part) => /\w/u.test(part)) ? words.map(RegExp.escape).join(".+") : RegExp.escape(text);
}

function rootOf(node: Node): string {
  if (node.type === "Identifier") return node.name;
  if (node.type === "MemberExpression") return rootOf(node.object);
  if (node.type === "CallExpression") return rootOf(node.callee);
  return node.type === "TaggedTemplateExpression" ? rootOf(node.tag) : "";
}
