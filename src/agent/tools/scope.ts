import { createGlob, expandBraces, findDocument, type Site } from "#site";
import { ToolError } from "./tool-error.ts";

/**
 * Converts a scope to git's globs: addresses become paths, braces are expanded, and brackets are literal. A glob that
 * matches a folder also matches the files in it.
 */
export function globsOf(site: Site, entries: readonly string[]): string[] {
  return entries.flatMap((entry) => {
    const [mark, name] = entry.startsWith("!") ? ["!", entry.slice(1)] : ["", entry];
    const page = name.startsWith("/") ? findDocument(site, name) : null;
    try {
      return expandBraces(page?.path ?? name).flatMap((glob) => {
        const escaped = mark + glob.replaceAll("[", "\\[");
        return /[*?]/u.test(glob) && !glob.endsWith("**") ? [escaped, `${escaped}/**`] : [escaped];
      });
    } catch (error) {
      if (error instanceof RangeError) throw new ToolError(`${error.message}. Use simpler globs.`);
      throw error;
    }
  });
}

/** Returns whether a file's path matches one of these globs. A glob for a folder matches everything below it. */
export function isWithin(globs: readonly string[]): (file: { readonly path: string }) => boolean {
  const matcher = (glob: string) => createGlob(glob.replace(/^!/u, "").replaceAll("\\[", "["));
  const [excluded, included] = [true, false].map((is) =>
    globs.filter((glob) => glob.startsWith("!") === is).map(matcher),
  ) as [((path: string) => boolean)[], ((path: string) => boolean)[]];
  return ({ path }) =>
    (included.length === 0 || included.some((matches) => matches(path))) &&
    !excluded.some((matches) => matches(path));
}
