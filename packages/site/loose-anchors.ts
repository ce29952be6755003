import { looseAnchor } from "./markdown/slug.ts";
import type { Page } from "./page.ts";

/**
 * Whether an anchor matches one of a page's anchors, comparing only letters and digits. Components also create anchors
 * from their titles and names (`<Tab title>`, `<ParamField path>`, `<Update label>`), some with a prefix.
 */
export function hasLooseAnchor(page: Page, anchor: string): boolean {
  const wanted = looseAnchor(anchor);
  if (wanted === "") return true;
  let known = knownAnchors.get(page.anchors);
  if (known === undefined) {
    known = new Set([...page.anchors].map(looseAnchor));
    for (const { name, value } of page.attributes) {
      if (anchoring.has(name)) known.add(looseAnchor(page.text.slice(value.start, value.end)));
    }
    knownAnchors.set(page.anchors, known);
  }
  // The framework may number repeated headings differently from us.
  return [
    wanted,
    wanted.replace(/^(?:param|response|step|tab|accordion)/, ""),
    wanted.replace(/\d+$/, ""),
  ].some((candidate) => candidate !== "" && known.has(candidate));
}

const anchoring = new Set(["title", "label", "name", "path", "query", "body", "header", "id", "property"]);

const knownAnchors = new WeakMap<ReadonlySet<string>, Set<string>>();
