/**
 * Every bound of this package. A name ends in its unit. The page of all limits is generated from this file
 * (`npm run check` fails when it is stale), so each entry carries its reason as a comment.
 */
const MiB = 1024 * 1024;
const second = 1000;
const minute = 60 * second;
const day = 24 * 60 * minute;

export const limits = {
  /** R51: events of one batch. */
  batchEventsMax: 10_000,
  /** R53: an event's id, as sent. */
  eventIdCharsMax: 255,
  /** Ways in which agents and bots were recognised, as a list shows them: the table of agents has some hundreds. */
  rulesMax: 5000,
  /** What browsers and proxies carry without trouble. */
  pathCharsMax: 2048,
  referrerCharsMax: 2048,
  userAgentCharsMax: 1024,
  signalsCharsMax: 4096,
  /** Of names, operators, rules and versions. */
  nameCharsMax: 200,
  /**
   * What a project may name, since anybody may make up an address, a referrer or a user agent: pages with their
   * folders, and sites that visitors came from, in rows and in characters, which are all in memory while somebody asks.
   * A further one is counted among the others of its folder, or as one of the other sites.
   */
  pathsMax: 500_000,
  pathsCharsMax: 64 * MiB,
  referrersMax: 100_000,
  referrersCharsMax: 8 * MiB,
  /**
   * Distinct clients of each kind, at up to 2 KiB on disk and 26 bytes in memory each; and names that clients give
   * themselves. A further one counts as it would, without what it says of itself.
   */
  clientsPerKindMax: 100_000,
  clientsOwnNamesMax: 1000,
  /** Paths, referrers and clients of one project whose numbers the writer remembers, of each as many. */
  namesKept: 100_000,
  /** A longer path or referrer is looked up in its file each time, so that what is remembered stays small. */
  rememberedCharsMax: 300,
  /** Folders above a page that prefixes are indexed for; deeper prefixes are scanned. */
  prefixDepthMax: 16,
  /** R53: how long an id is remembered, in steps of a quarter of it. */
  idKeepMs: 2 * day,
  /** Ids of one project in memory, ten bytes each; beyond it the oldest are let go of early. */
  idsMax: 20_000_000,
  /** A commit waits this long for others of its project, or until as many events wait. */
  groupMs: 5,
  groupEventsMax: 5000,
  /** Events of all projects that may wait to be written; more is refused with 503. */
  waitingEventsMax: 200_000,
  /** R40: a browser's event and another source's, of one visitor and page, this near are one view. */
  sameViewMs: 10 * second,
  /** Points of one series: ten years of hours. */
  seriesPointsMax: 90_000,
  /** How often what is derived from the events is brought up to date. */
  maintainEveryMs: 1 * minute,
  /** A day is sealed this long after its end: what comes later costs a repair. */
  sealAfterMs: 15 * minute,
  /** Days that changed since they were sealed are sealed anew this often: the whole index is then made anew. */
  repairEveryMs: day / 4,
  /** Files of a month that is not over; more are put together. */
  partsMax: 8,
  /** Events that are read to be sealed at once, in memory at some hundred bytes each. */
  sealEventsMax: 250_000,
  /** Events that are added to the index in one step, which reads and writes all last days; 20 bytes of each are in memory. */
  indexEventsMax: 1_500_000,
  /** Entries of a dimension that are sorted at once, at 40 bytes each; for each slice the days are read again. */
  sortedEntriesMax: 300_000,
  /** Short-lived objects of the thread that builds, which holds numbers in columns and few objects: megabytes. */
  builderYoungMb: 12,
  /** Events of a project that are not sealed yet and stay in memory, at some 60 bytes each; more are scanned. */
  liveEventsMax: 2_000_000,
  /** Events of past days of a project that changed since they were sealed, in memory at 22 bytes each. */
  cachedEventsMax: 2_000_000,
} as const;
