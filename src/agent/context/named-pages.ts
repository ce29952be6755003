import { findDocument, type Page, type Site } from "#site";
import { limits } from "../../limits.ts";

/** Returns the pages that a prompt names by path or address, in the prompt's order, without duplicates. */
export function namedPages(site: Site, prompt: string): Page[] {
  const found = new Set<Page>();
  for (const [word] of prompt.matchAll(/[^\s"'“”‘’`<>()[\]{},;]{2,300}/gu)) {
    if (found.size >= limits.context.namedPagesMax) break;
    const name = word.replace(/[.:!?]+$/u, "");
    // A bare word does not refer to a page, even if a page has that name.
    if (!/[/]|\.mdx?$/iu.test(name)) continue;
    const page = findDocument(site, name);
    if (page !== null) found.add(page);
  }
  return [...found];
}
