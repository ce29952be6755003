import { findFrontmatter } from "../markdown/frontmatter.ts";
import type { FrameworkRules } from "./frameworks.ts";

const end = /^(?:---|\+\+\+|\.\.\.)/mu;
const fence = /```|~~~/u;

/**
 * Whether a framework may find the page's frontmatter elsewhere than this package, in such a way that a fence in it opens
 * or closes code in the body. Takes linear time.
 */
export function isHeadDoubtful(text: string, { isPython }: FrameworkRules): boolean {
  const found = findFrontmatter(text);
  if (found !== null) {
    const content = text.slice(found.content.start, found.content.end);
    return end.test(content) || fence.test(content);
  }
  const [opening] = /^\ufeff?\s*(?:---|\+\+\+)/u.exec(text) ?? [];
  if (opening !== undefined) return end.test(text.slice(opening.length));
  // MkDocs also reads lines such as `key: value`, and the indented lines below them.
  const [fields = ""] = isPython ? (/^(?: {0,3}[\w-]+:.*\n(?:(?: {4}|\t).*\n)*)+/u.exec(text) ?? []) : [];
  return fence.test(fields);
}
