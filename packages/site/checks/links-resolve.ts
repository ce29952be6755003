import type { Link } from "../page.ts";
import type { Target } from "../site.ts";
import type { LinkRule } from "./check.ts";

export const linksResolve: LinkRule = {
  kind: "link",
  name: "links-resolve",
  title: "Links point to existing pages",
  counts: (link) => !link.embedded || link.kind === "import",
  check(link, target, page) {
    if (!this.counts(link)) return null;
    const missing = missingTarget(target);
    if (missing === null) return null;
    return { path: page.path, line: link.line, message: describe(link, missing), detail: link.href };
  },
};

/** The missing path that a link leads to after any redirects, or null if the link resolves. */
export function missingTarget(target: Target): string | null {
  if (target.kind === "redirect") return missingTarget(target.target);
  return target.kind === "missing" ? target.path : null;
}

function describe(link: Link, missing: string): string {
  if (link.kind === "import") {
    return `The import "${link.href}" is broken: the file ${missing} does not exist. Correct the path or remove the import.`;
  }
  return `The link "${link.href}" is broken: there is no page at ${missing}. Link to an existing page or remove the link.`;
}
