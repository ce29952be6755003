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
    left === 0
      ? ""
      : ` ${counted(left, "link")} ${left === 1 ? "leads" : "lead"} nowhere and no one target is sure.`;
  const notes = unresolved.map(({ path, line, href, reason, candidates }) => {
    const could = candidates.length === 0 ? "" : `; it could be ${listed(candidates.map(code))}`;
    return `${path}:${line}: ${code(href)} leads nowhere: ${reason}${could}.`;
  });
  const title = "Fix broken links";
  if (fixed.length === 0) {
    return {
      changed: false,
      title,
      summary: left === 0 ? `No link ${where} is broken.` : `No broken link ${where} could be fixed.${rest}`,
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
