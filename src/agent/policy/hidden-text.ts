import { renderedText, type Site } from "#site";
import { findInvisible } from "../../std/invisible.ts";
import { isPage, pageAt, type Sites } from "./active.ts";
import type { Finding } from "./finding.ts";
import type { TextChange } from "./text-changes.ts";

/**
 * Characters that nobody sees, where a change adds some: in a file, also where they are only named, such as by an
 * entity, or in its name. What stood there may stay and may move: the count is of all changed files together.
 */
export function findHiddenText(changes: readonly TextChange[], { base, site }: Sites): Finding[] {
  const shown = (path: string, text: string, on: Site) =>
    renderedText(text, isPage(path) ? pageAt(path, text, on) : null);
  const counted = changes.map(({ path, before, after }) => ({
    path,
    before: before === null ? 0 : findInvisible(shown(path, before, base)).length,
    found: after === null ? [] : findInvisible(shown(path, after, site)),
  }));
  const before = counted.reduce((sum, one) => sum + one.before, 0);
  const after = counted.reduce((sum, one) => sum + one.found.length, 0);
  const grown = after > before ? counted.filter((one) => one.found.length > one.before) : [];
  const inFiles = grown.map(({ path, found }) => {
    const names = [...new Set(found.map(({ name }) => name))].slice(0, 5).join(", ");
    return `${path} would gain characters that nobody sees (${names})`;
  });
  return inFiles.map((text) => ({ verdict: "refused", text }));
}

/** Of every changed file, text or not. */
export function findHiddenNames(paths: readonly string[]): Finding[] {
  return paths.flatMap((path): Finding[] => {
    const [first] = findInvisible(path);
    if (first === undefined) return [];
    const shown = path.replace(/[^\x20-\x7e]/gu, "\ufffd");
    return [
      { verdict: "refused", text: `the name ${shown} holds a character that nobody sees (${first.name})` },
    ];
  });
}
