import { limits } from "../../limits.ts";
import { shortLine } from "./text.ts";

/**
 * Shortens the lines of a unified diff: of a long line that was replaced, only the part that differs is shown; of a
 * removed or unchanged line, only the beginning. Lines that the change added stay whole.
 */
export function shortHunks(diff: string): string {
  const result: string[] = [];
  let removed: string[] = [];
  let added: string[] = [];
  const flush = () => {
    const pairs = removed.length === added.length;
    const cut = removed.map((line, index) =>
      pairs ? differing(line, added[index] ?? "") : [beginning(line), ""],
    );
    result.push(...cut.map(([old = ""]) => old), ...(pairs ? cut.map(([, now = ""]) => now) : added));
    [removed, added] = [[], []];
  };
  for (const line of diff.split("\n")) {
    const isHead = line.startsWith("--- ") || line.startsWith("+++ ");
    if (line.startsWith("-") && !isHead) {
      if (added.length > 0) flush();
      removed.push(line);
    } else if (line.startsWith("+") && !isHead) added.push(line);
    else {
      flush();
      result.push(line.startsWith(" ") ? beginning(line) : line);
    }
  }
  flush();
  return result.join("\n");
}

const beginning = (line: string) => shortLine(line, 0, limits.tools.diffBesideCharsMax);

/** Both lines, cut to what differs and a few words around it. They begin with different signs. */
function differing(old: string, now: string): readonly [string, string] {
  if (Math.max(old.length, now.length) <= limits.tools.lineCharsMax) return [old, now];
  const around = limits.tools.diffBesideCharsMax / 2;
  const shorter = Math.min(old.length, now.length);
  let start = 1;
  while (start < shorter && old[start] === now[start]) start++;
  let end = 0;
  while (end < shorter - start && old.at(-1 - end) === now.at(-1 - end)) end++;
  const [from, rest] = [Math.max(1, start - around), Math.max(0, end - around)];
  const part = (line: string) =>
    `${line[0]}${from > 1 ? "…" : ""}${line.slice(from, line.length - rest).toWellFormed()}${rest > 0 ? "…" : ""}`;
  return [part(old), part(now)];
}
