import type { Change } from "../../workspace/index.ts";

/** Files whose content is another than it was then. */
export function touchedSince(before: readonly Change[], after: readonly Change[]): Set<string> {
  const known = new Map(before.map((change) => [change.path, change.after]));
  const touched = new Set<string>();
  for (const { path, after: bytes } of after) {
    if (!known.has(path) || known.get(path) !== bytes) touched.add(path);
    known.delete(path);
  }
  // What is left was undone.
  for (const path of known.keys()) touched.add(path);
  return touched;
}
