import { limits } from "../../../../limits.ts";
import type { FixLinks } from "../instruction.ts";
import { findScope, scopeWords } from "./names.ts";
import { code, counted, listed } from "./words.ts";
import { call, type Outcome, type Work } from "./work.ts";

export function* fixLinks({ scope }: FixLinks): Work<Outcome> {
  const paths = yield* findScope(scope);
  const { fixed, unresolved } = yield* call("fix_links", paths === undefined ? {} : { in: [...paths] });
  const where = scopeWords(scope, paths);
  const left = unresolved.length;
  const rest =
    left === 0 ? "" : ` ${counted(left, "broken link")} ${left === 1 ? "has" : "have"} no clear target.`;
  const notes = unresolved.map(({ path, line, href, reason, candidates }) => {
    const could = candidates.length === 0 ? "" : `; possible targets: ${listed(candidates.map(code))}`;
    return `${path}:${line}: ${code(href)} is broken: ${reason}${could}.`;
  });
  const title = "Fix broken links";
  if (fixed.length === 0) {
    return {
      changed: false,
      title,
      summary:
        left === 0
          ? `There are no broken links ${where}.`
          : `No broken links ${where} could be fixed.${rest}`,
      notes,
    };
  }
  const changes = fixed
    .slice(0, limits.editor.fixedLinksShownMax)
    .map(
      ({ path, line, from, to, reason }) =>
        `  - ${code(`${path}:${line}`)}: ${code(from)} → ${code(to)} (${reason})`,
    );
  const more =
    fixed.length > limits.editor.fixedLinksShownMax
      ? [`  - and ${fixed.length - limits.editor.fixedLinksShownMax} more`]
      : [];
  const head = `Fixed ${counted(fixed.length, "link")} ${where}.${rest}`;
  return { changed: true, title, summary: [head, ...changes, ...more].join("\n"), notes };
}
