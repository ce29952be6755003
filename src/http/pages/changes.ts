import { narrowDiff, parseDiff } from "#diffs";
import type { JobDiff } from "../../jobs/index.ts";
import { limits } from "../../limits.ts";
import type { WireChanges } from "../wire/changes.ts";
import { toIso } from "../wire/iso-time.ts";

/** The part of a job's changes that everyone sees who may read its pull request. */
export function toWireChanges({
  text,
  files: counted,
  checks,
  commits,
  commitCount,
}: Pick<JobDiff, "text" | "files" | "checks" | "commits" | "commitCount">): Omit<
  WireChanges,
  "left" | "pullRequest"
> {
  const whole = parseDiff(text, limits.pages);
  // Changed lines matter more than the unchanged lines around them.
  const isTruncated = whole.files.some(({ lines, lineCount }) => lineCount > lines.length);
  const { files, remark } = isTruncated ? parseDiff(narrowDiff(text), limits.pages) : whole;
  return {
    files: files.slice(0, limits.pages.filesMax),
    fileCount: counted.length,
    // The diff's own files can't be counted, because a long diff is truncated.
    additions: counted.reduce((sum, { additions }) => sum + additions, 0),
    deletions: counted.reduce((sum, { deletions }) => sum + deletions, 0),
    remark,
    checks,
    commits: commits.map(({ at, ...commit }) => ({ ...commit, at: toIso(at) })),
    commitCount,
  };
}
