/**
 * Every bound of this package. Each name ends with its unit. The page of all limits is generated from this file (`npm
 * run check` fails if it is outdated), so each entry has its own comment with the reason.
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
  /** One list shows how agents and bots were recognized; the table of agents yields several hundred rules. */
  rulesMax: 5000,
  /** Browsers and proxies handle URLs of this length reliably; a longer path is rejected. */
  pathCharsMax: 2048,
  /** Host names have at most 253 characters (RFC 1035); longer ones are invented and not stored. */
  referrerCharsMax: 2048,
  /** Browsers send 100 to 200 characters. The rest is removed before the text is hashed, classified or stored. */
  userAgentCharsMax: 1024,
  /** Stored once per client; the bounds on its fields keep the text far below this. */
  signalsCharsMax: 4096,
  /** Names, operators, rules and versions are stored with each client; real ones are a few words. */
  nameCharsMax: 200,
  /** Anyone can invent pages, and queries hold all names: further pages count as "other" in their folder. */
  pathsMax: 500_000,
  /** Queries hold these names in memory, and half a million of the longest would take 1 GB. */
  pathsCharsMax: 64 * MiB,
  /** Anyone can invent referrers, and queries hold all names: further ones count as "other sites". */
  referrersMax: 100_000,
  /** Queries hold these names in memory: 80 characters each for 100,000 sites. */
  referrersCharsMax: 8 * MiB,
  /**
   * Each client takes up to 2 KiB on disk and 26 bytes in memory; further ones count without their details. Per kind,
   * so that invented browsers leave room for agents.
   */
  clientsPerKindMax: 100_000,
  /** Clients that name themselves could fill the list of agents; further ones count without their name. */
  clientsOwnNamesMax: 1000,
  /** Cached numbers of paths, referrers and clients (each), which a project's writer need not look up. */
  namesKept: 100_000,
  /** Longer names are rare but would take most of the memory, so they are looked up in the file. */
  rememberedCharsMax: 300,
  /** Every folder above a page is also indexed; deeper prefixes are counted by a scan. */
  prefixDepthMax: 16,
  /** R53: an ID is remembered for 48 hours; IDs expire in steps of a quarter of that. */
  idKeepMs: 2 * day,
  /** 48 hours at 115 events per second with IDs: about 250 MB. Beyond this number, the oldest expire early. */
  idsMax: 20_000_000,
  /** A commit waits for the disk for milliseconds: batches that arrive within this time share one. */
  groupMs: 5,
  /** At this size, a commit is worth its cost; waiting for more would only delay the responses. */
  groupEventsMax: 5000,
  /** Events from all projects are in memory while they wait for the disk; further ones are rejected. */
  waitingEventsMax: 200_000,
  /** R40: within this time, a browser event and another source's event for one visitor and page are one view. */
  sameViewMs: 10 * second,
  /** Ten years of hourly intervals are 87,660 points; longer series are rejected. */
  seriesPointsMax: 90_000,
  /** A run starts a thread and reads projects with new events, which stay in memory until then. */
  maintainEveryMs: 1 * minute,
  /** Events that arrive after their day was sealed require a repair: this leaves time for clocks and retries. */
  sealAfterMs: 15 * minute,
  /** A repair rebuilds the whole index, which takes a minute for ten million events. Counts are exact without it. */
  repairEveryMs: day / 4,
  /** Every query opens the current month's files; if there are more, they are merged into one. */
  partsMax: 8,
  /** Events that are sealed together are in memory, about 100 bytes each: 25 MB. */
  sealEventsMax: 250_000,
  /** One step rewrites every visitor's last day and holds 20 bytes for each event: 30 MB. */
  indexEventsMax: 1_500_000,
  /** Entries sorted at once take 40 bytes each: 12 MB. Each slice reads the days again. */
  sortedEntriesMax: 300_000,
  /** The builder thread keeps numbers in columns: short-lived objects would take far more memory. */
  builderYoungMb: 12,
  /** A project's unsealed events in memory, 60 bytes each: 120 MB. If there are more, they are scanned. */
  liveEventsMax: 2_000_000,
  /** Changed events on sealed days, 22 bytes each: 44 MB. Half of this starts a repair; above it, they are scanned. */
  cachedEventsMax: 2_000_000,
} as const;
