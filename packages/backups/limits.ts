/**
 * Every limit of this package. Each name ends with its unit. The page of all limits is generated from this file (`npm
 * run check` fails if it is outdated), so each entry has its own comment with the reason.
 */
export const limits = {
  /** With `lockEveryMs`, a backup waits about ten seconds for a writer. Transactions take milliseconds. */
  lockTriesMax: 400,
  /** Between two attempts, waiting writers can continue. */
  lockEveryMs: 25,
  /** A command that says more often what it has copied would fill the terminal. */
  reportEveryMs: 2000,
  /** Pages that are copied before the progress is reported: 8 MB take a few milliseconds. */
  stepPages: 2000,
  /** A file has about 150 bytes in the list, so this is enough for more than 100,000 files. */
  manifestBytesMax: 32 * 1024 * 1024,
} as const;
