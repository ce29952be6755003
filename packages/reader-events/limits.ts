/**
 * Every limit of this package. Each name ends with its unit. The page of all limits is generated from this file (`npm
 * run check` fails if it is outdated), so each entry has its own comment with the reason.
 */
const KiB = 1024;
const MiB = 1024 * KiB;
const second = 1000;
const day = 24 * 60 * 60 * second;

export const limits = {
  /** R70 sets the maximum length of a comment, in characters. */
  commentCharsMax: 4000,
  /** R70 sets the maximum length of a query, in characters. */
  queryCharsMax: 500,
  /** R70 sets the maximum length of a response, in characters. */
  responseCharsMax: 20_000,
  /** An email address can have up to 254 characters; some people add their name. */
  contactCharsMax: 320,
  /** This is enough for a long code block, and leaves room in an event for the comment. */
  codeCharsMax: 20_000,
  /** The names of files and languages, and other short texts. */
  nameCharsMax: 255,
  /** Browsers and servers support URLs of at least this length. */
  urlCharsMax: 2048,
  /** The URL of a clicked result, as sent; each character of its path takes up to nine characters when escaped. */
  targetCharsMax: 16 * KiB,
  /** The pages that an assistant cites in one response. */
  sourcesMax: 50,
  /** R53: the same ID means the same event for 48 hours. */
  idKeepMs: 2 * day,
  /**
   * The deletions of pages are recorded, and each event is checked against all of them. A project rarely deletes more
   * than a few dozen.
   */
  deletedPagesMax: 10_000,
  /** Pages and queries whose row numbers are cached per project. Most events repeat one of them. */
  namesKept: 5000,
  /** Longer names are rare and would take most of the cache's memory, so they are looked up each time. */
  rememberedCharsMax: 300,
  /** Projects whose file is kept open. The least recently used are closed. */
  openMax: 32,
  /** R71 and R72 set the maximum number of entries on a page of feedback. */
  feedbackPageMax: 100,
  /** R71 sets the default number of entries on a page of feedback. */
  feedbackPageDefault: 50,
  /** R72 sets the default number of pages with feedback. */
  feedbackByPageDefault: 10,
  /** R73 sets the maximum number of queries on a page. */
  searchesPageMax: 100,
  /** R73 sets the default number of queries on a page. */
  searchesPageDefault: 50,
  /** R77 sets the maximum number of conversations on a page. */
  conversationsPageMax: 1000,
  /** R77 sets the default number of conversations on a page. */
  conversationsPageDefault: 100,
  /** A cursor has at most four numbers, so a valid one is shorter. */
  cursorCharsMax: 200,
  /** Daily totals are updated in the background, this long after a change. */
  sumDaysAfterMs: 1 * second,
  /**
   * The number of new events that are added to the totals at a time, which takes a tenth of a second. Other calls can
   * run in between.
   */
  sumEventsAtOnce: 10_000,
  /** Memory for the daily totals that queries used recently, for all projects together. A month takes 3 to 10 MiB. */
  sumsKeptBytes: 32 * MiB,
} as const;
