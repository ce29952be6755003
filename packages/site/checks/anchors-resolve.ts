import type { LinkRule } from "./check.ts";

export const anchorsResolve: LinkRule = {
  kind: "link",
  name: "anchors-resolve",
  title: "Links to sections find their heading",
  counts: (link) => link.href.includes("#"),
  check(link, target, page, site) {
    if (target.kind !== "page" || target.anchor === null || link.embedded) return null;
    const { anchor, path } = target;
    // `#top` and `#` are the browser's, `:~:` asks it to search the page's text.
    if (anchor === "" || anchor === "top" || anchor.startsWith(":~:") || site.hasAnchor(path, anchor))
      return null;
    const where = path === page.path ? "this page" : path;
    const known = site.document(path)?.headings.map((heading) => heading.slug) ?? [];
    const hint = known.length === 0 ? "It has no headings." : `It has: ${list(known)}.`;
    const message = `The link to "${link.href}" asks for the section "${anchor}", which ${where} does not have. ${hint} Correct the link or add the section.`;
    // Without the path: where the page moves, the link to it is written anew, and is no more broken than it was.
    return { path: page.path, line: link.line, message, detail: `#${anchor}` };
  },
};

function list(slugs: readonly string[]): string {
  const shown = slugs.slice(0, 12).map((slug) => `#${slug}`);
  return shown.join(", ") + (slugs.length > shown.length ? ", …" : "");
}
