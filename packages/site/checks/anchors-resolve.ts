import type { LinkRule } from "./check.ts";

export const anchorsResolve: LinkRule = {
  kind: "link",
  name: "anchors-resolve",
  title: "Links to sections resolve",
  counts: (link) => link.href.includes("#"),
  check(link, target, page, site) {
    if (target.kind !== "page" || target.anchor === null || link.embedded) return null;
    const { anchor, path } = target;
    // Browsers handle `#top` and `#` themselves, and search for text if the anchor starts with `:~:`.
    if (anchor === "" || anchor === "top" || anchor.startsWith(":~:") || site.hasAnchor(path, anchor))
      return null;
    const where = path === page.path ? "this page" : path;
    const known = site.document(path)?.headings.map((heading) => heading.slug) ?? [];
    const hint = known.length === 0 ? "It has no headings." : `Available sections: ${list(known)}.`;
    const message = `The link "${link.href}" points to section "${anchor}", which does not exist in ${where}. ${hint} Correct the link or add the section.`;
    // Leaves out the target's path: if the target moves, the link is rewritten, but the problem stays the same.
    return { path: page.path, line: link.line, message, detail: `#${anchor}` };
  },
};

function list(slugs: readonly string[]): string {
  const shown = slugs.slice(0, 12).map((slug) => `#${slug}`);
  return shown.join(", ") + (slugs.length > shown.length ? ", …" : "");
}
