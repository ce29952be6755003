import { Visitor } from "oxc-parser";
import { declaredOnce } from "./architecture.ts";
import { isIn, isTest, type Problem, type Source } from "./source.ts";

/** Checks that the names in a table, such as the kinds of code hosts, are not listed again in other code. */
export function checkDeclaredOnce({ path, program, lineAt }: Source): Problem[] {
  if (!/^(?:src|web\/src)\//u.test(path) || isTest(path)) return [];
  const problems: Problem[] = [];
  for (const { names, table, places } of declaredOnce) {
    if (path === table || isIn(path, places)) continue;
    const check = (start: number, name: unknown) => {
      if (typeof name !== "string" || !names.has(name)) return;
      const message = `${name} is declared in ${table}: derive this from the table.`;
      problems.push({ path, line: lineAt(start), rule: "declared-once", message });
    };
    new Visitor({
      Literal: ({ start, value }) => check(start, value),
      Property: ({ start, key }) => key.type === "Identifier" && check(start, key.name),
    }).visit(program);
  }
  return problems;
}
