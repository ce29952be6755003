/**
 * Rewrites text that a parser would misread. Rewritten text has the same length and line endings, so every offset in
 * the tree is also an offset in the page.
 */

/**
 * Replaces HTML comments and `{#id}` after a heading with spaces, except in fenced code. MDX rejects them, but sites
 * that use MDX accept them.
 */
export function disguiseForMdx(text: string): string {
  let result = "";
  let kept = 0;
  const blank = (start: number, end: number) => {
    result += text.slice(kept, start) + text.slice(start, end).replace(/[^\r\n]/g, " ");
    kept = end;
  };
  let fence = "";
  for (let at = 0; at < text.length; ) {
    const feed = text.indexOf("\n", at);
    const end = feed < 0 ? text.length : feed;
    const line = text.slice(at, end);
    const mark = /^[ \t>]*(`{3,}|~{3,})/.exec(line)?.[1];
    let next = end + 1;
    if (fence !== "") {
      if (mark?.startsWith(fence)) fence = "";
    } else if (mark !== undefined) {
      fence = mark;
    } else {
      const id = headingId(line);
      if (id !== null) blank(at + id.start, at + id.end);
      const comment = id === null ? line.indexOf("<!--") : -1;
      if (comment >= 0) {
        const close = text.indexOf("-->", at + comment + 4);
        if (close < 0) break;
        blank(at + comment, close + 3);
        next = close + 3;
      }
    }
    at = next;
  }
  return kept === 0 ? text : result + text.slice(kept);
}

/** Finds the `{#id}` (or `{: #id }` or `{ #id .class }`) at the end of a heading line, and the ID in it. */
export function headingId(line: string): { id: string | null; start: number; end: number } | null {
  const trimmed = line.trimEnd();
  if (!trimmed.endsWith("}") || !/^[ \t>]*#{1,6}[ \t]/.test(trimmed)) return null;
  return attributeList(trimmed);
}

/** Finds the `{…}` of attributes at the end of `text`. */
export function attributeList(text: string): { id: string | null; start: number; end: number } | null {
  const trimmed = text.trimEnd();
  const start = trimmed.endsWith("}") ? trimmed.lastIndexOf("{") : -1;
  if (start < 0) return null;
  const words = attributeWords(trimmed.slice(start + 1, -1));
  if (words === null) return null;
  const [id = null] = words.flatMap((word) => /^(?:#|id=["']?)([^"']+)["']?$/.exec(word)?.[1] ?? []);
  return { id, start, end: trimmed.length };
}

/**
 * The IDs that attribute lists such as `{ #id }`, `{ id=name }` and `{: #id .class }` set anywhere in a text for
 * Python-Markdown.
 */
export function attributeIds(text: string): string[] {
  return [...text.matchAll(/\{([^{}\n]{1,300})\}/g)].flatMap(([, inner = ""]) =>
    (attributeWords(inner) ?? []).flatMap((word) => /^(?:#|id=["']?)([^"']+)["']?$/.exec(word)?.[1] ?? []),
  );
}

/** The IDs, classes and attributes of a list, or null if it contains anything else. Quoted values may have spaces. */
function attributeWords(inner: string): string[] | null {
  const words = inner
    .replace(/^:/, "")
    .trim()
    .match(/[^\s"']*(?:"[^"]*"|'[^']*')|\S+/g);
  return words?.every((word) => /^[#.]|=/.test(word)) === true ? words : null;
}

/**
 * Turns the markers of Python-Markdown's admonitions and tabs into list markers, so that a CommonMark parser reads the
 * lines indented below as the item's content and not as code.
 */
export function disguiseIndentedBlocks(text: string): string {
  if (!/(?:^|\n)[ \t]*(?:!!!|\?\?\?|===)/.test(text)) return text;
  return text.replace(
    /^((?: {4})*)(!!!|\?\?\?\+?|===[!+]?)(?=[ \t]+["\w])/gm,
    (_, indent: string, mark: string) => `${indent}-${mark.length === 3 ? "  " : "  x"}`,
  );
}
