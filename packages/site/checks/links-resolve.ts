import type { Link } from "../page.ts";
import type { Target } from "../site.ts";
import type { LinkRule } from "./check.ts";

export const linksResolve: LinkRule = {
  kind: "link",
  name: "links-resolve",
  title: "Links lead to existing pages",
  counts: (link) => !link.embedded || link.kind === "import",
  check(link, target, page) {
    if (!this.counts(link)) return null;
    const missing = missingTarget(target);
    if (missing === null) return null;
    return { path: page.path, line: link.line, message: describe(link, missing), detail: link.href };
  },
};

/** What a link leads to that is not there, redirects followed; null where it arrives. */
export function missingTarget(target: Target): string | null {
  if (target.kind === "redirect") return missingTarget(target.target);
  return target.kind === "missing" ? target.path : null;
}

function describe(link: Link, missing: string): string {
  if (link.kind === "import") {
    return `The import of "${link.href}" finds no file at ${missing}. Correct its path or remove it.`;
  }
  return `The link to "${link.href}" leads nowhere: there is no page at ${missing}. Point it to an existing page or remove it.`;
}
