/**
 * Every bound of this package. A name ends in its unit. The page of all limits is generated from this file (`npm run
 * check` fails if it is stale), so each entry has its own comment that says why.
 */
const MiB = 1024 * 1024;
const second = 1000;
const minute = 60 * second;
const day = 24 * 60 * minute;

export const limits = {
  /** R51 sets how many events a batch may hold. */
  batchEventsMax: 10_000,
  /** The lengths of a batch's IDs travel between threads as one byte each (`event-batch.ts`). */
  eventIdCharsMax: 255,
  /** One list shows how agents and bots were recognised; the table of agents gives several hundred. */
  rulesMax: 5000,
  /** Browsers and proxies handle URLs of this length reliably; a longer path is rejected. */
  pathCharsMax: 2048,
  /** Host names have at most 253 characters (RFC 1035); longer ones are invented and not stored. */
  referrerCharsMax: 2048,
  /** Browsers send 100 to 200 characters. The rest is cut before the text is hashed, judged or stored. */
  userAgentCharsMax: 1024,
  /** Stored once per client; the bounds of its fields keep the text far below this. */
  signalsCharsMax: 4096,
  /** Names, operators, rules and versions are stored with each client; real ones are a few words. */
  nameCharsMax: 200,
  /** Anyone can invent pages, and queries hold all names: more count as others of their folder. */
  pathsMax: 500_000,
  /** Queries hold these names in memory, and half a million of the longest would take 1 GB. */
  pathsCharsMax: 64 * MiB,
  /** Anyone can invent referrers, and queries hold all names: more count as other sites. */
  referrersMax: 100_000,
  /** Queries hold these names in memory: 80 characters for each of 100,000 sites. */
  referrersCharsMax: 8 * MiB,
  /**
   * Each takes up to 2 KiB on disk and 26 bytes in memory; further ones count without their own details. Per kind, so
   * that invented browsers leave room for agents.
   */
  clientsPerKindMax: 100_000,
  /** Clients that name themselves could fill the list of agents; further ones count without their name. */
  clientsOwnNamesMax: 1000,
  /** Paths, referrers and clients (each) whose numbers the writer of a project need not look up. */
  namesKept: 100_000,
  /** Longer names are rare but would take most of the memory, so they are looked up in the file. */
  rememberedCharsMax: 300,
  /** Every folder above a page is indexed as well; deeper prefixes are counted by a scan. */
  prefixDepthMax: 16,
  /** R53: an ID is remembered for 48 hours, in steps of a quarter of that. */
  idKeepMs: 2 * day,
  /** 48 hours at 115 events a second with IDs: about 250 MB. Beyond it the oldest are forgotten early. */
  idsMax: 20_000_000,
  /** A commit waits for the disk for milliseconds: batches that arrive within this time share one. */
  groupMs: 5,
  /** At this size a commit is worth its cost; waiting for more would only delay the responses. */
  groupEventsMax: 5000,
  /** Events of all projects waiting for the disk are in memory; more are rejected. */
  waitingEventsMax: 200_000,
  /** R40: a browser's event and another source's of one visitor and page are one view within this time. */
  sameViewMs: 10 * second,
  /** Ten years of hours are 87,660 points; longer series are rejected. */
  seriesPointsMax: 90_000,
  /** A run starts a thread and reads projects with new events, which are in memory until then. */
  maintainEveryMs: 1 * minute,
  /** Events that arrive after their day was sealed require a repair: this leaves time for clocks and retries. */
  sealAfterMs: 15 * minute,
  /** A repair rebuilds the whole index, at a minute for ten million events. Counts are exact without it. */
  repairEveryMs: day / 4,
  /** Every query opens the files of the current month; more are merged into one. */
  partsMax: 8,
  /** Events that are sealed at once are in memory, at about 100 bytes each: 25 MB. */
  sealEventsMax: 250_000,
  /** One step rewrites the last day of every visitor and holds 20 bytes of each event: 30 MB. */
  indexEventsMax: 1_500_000,
  /** Entries sorted at once take 40 bytes each, 12 MB. Each slice reads the days again. */
  sortedEntriesMax: 300_000,
  /** The building thread keeps numbers in columns: V8 would use far more for short-lived objects. */
  builderYoungMb: 12,
  /** Unsealed events of a project in memory, at 60 bytes each: 120 MB. More are scanned instead. */
  liveEventsMax: 2_000_000,
  /** Changed events of sealed days, at 22 bytes each: 44 MB. Half starts a repair; more are scanned. */
  cachedEventsMax: 2_000_000,
} as const;
