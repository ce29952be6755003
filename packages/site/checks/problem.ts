import type { Finding, Problem, RuleName } from "./check.ts";

export function toProblem(rule: RuleName, { path, line, message, detail }: Finding): Problem {
  return { rule, path, line, message, key: JSON.stringify([rule, path, detail]) };
}
