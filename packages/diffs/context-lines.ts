import { limits } from "./limits.ts";

/**
 * Returns how many unchanged lines around each change are worth storing: so many that readers can expand them, unless
 * the change is so large that they would displace changed lines. Added and deleted files have no unchanged lines.
 */
export function contextLinesFor(
  files: readonly { readonly status: string; readonly additions: number; readonly deletions: number }[],
): number {
  const changes = files
    .filter(({ status }) => status !== "added" && status !== "deleted")
    .reduce((sum, { additions, deletions }) => sum + additions + deletions, 0);
  return changes <= limits.wideChangesMax ? limits.wideContextLines : limits.contextLines;
}
