/**
 * Every limit of this package. Each name ends with its unit. The page of all limits is generated from this file (`npm
 * run check` fails if it is outdated), so each entry has its own comment with the reason.
 */
const KiB = 1024;
const MiB = 1024 * KiB;

export const limits = {
  /** The window that a zstd stream may require its reader to keep: 32 MiB; only levels 21 and 22 need more. */
  zstdWindowLogMax: 25,
  /** A longer line is rejected and not kept. */
  lineBytesMax: 64 * KiB,
  /** Data that expands to more than this many times its size isn't a log. */
  expansionMax: 200,
  /** Short logs with identical lines compress better, so the ratio is checked only beyond this size. */
  expansionFreeBytes: 1 * MiB,
  /**
   * Compressed data is read in pieces of this size. The decompressed content of one piece is kept in memory: at most 16
   * MiB.
   */
  unpackPieceBytes: 16 * KiB,
  /** The first lines of a log show its format; some of them may be comments or malformed. */
  sampleLinesMax: 50,
  /** Every format is tried on every sample line. Real lines have fewer than 2,000 characters. */
  sampleCharsMax: 32 * KiB,
  /** Only the first unreadable lines are listed, but the number of unreadable lines is always exact. */
  unreadLinesShownMax: 100,
  /** Log patterns in nginx or Apache syntax are a few hundred characters long. */
  patternCharsMax: 2000,
  /** Text is decoded in pieces of a few hundred lines, because short-lived text is cheap to free. */
  decodedBytes: 64 * KiB,
  /** Requests are passed on in batches of at least this size, while the next batch is read. */
  batchRequests: 250,
  /** A chunk may contain many lines. Requests beyond this number wait for the next batch. */
  batchRequestsMax: 10_000,
  /** The part of a header that is kept. Browsers send user agents of 100 to 200 characters. */
  headerCharsMax: 1024,
} as const;
