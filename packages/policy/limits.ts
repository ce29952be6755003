/**
 * Every limit of this package. Each name ends with its unit. The page of all limits is generated from this file (`npm
 * run check` fails if it is outdated), so each entry has its own comment with the reason.
 */
const MiB = 1024 * 1024;

export const limits = {
  /** `closedFiles` compares each path with the rules. A larger repository is described by its first files. */
  closedFilesRead: 20_000,
  /** A few names show which kinds of files only people may change; they take about 60 tokens of a prompt. */
  closedKindsShownMax: 6,
  /** Renaming a term on a large site changes thousands of files; a larger change is probably a mistake. */
  changedFilesMax: 5000,
  /** The largest page that can be parsed; a larger page couldn't be read again after being written. */
  changedFileBytesMax: 5 * MiB,
  /** All changed files are in memory while they are checked and committed. */
  changedBytesMax: 64 * MiB,
} as const;
