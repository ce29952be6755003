/**
 * Every limit of this package. Each name ends with its unit. The page of all limits is generated from this file (`npm
 * run check` fails if it is outdated), so each entry has its own comment with the reason.
 */
const MiB = 1024 * 1024;
const second = 1000;
const minute = 60 * second;

export const limits = {
  /** Two retries outlast a dropped connection. If a host is down, the call fails and can be repeated later. */
  triesMax: 3,
  /** The pause before the second attempt, doubled before the third. */
  retryMs: 1 * second,
  /** Rate limits last up to an hour. Instead of blocking its caller, the call fails and says when to retry. */
  rateWaitMs: 1 * minute,
  /** A host's error message is quoted in a sentence for the caller. */
  wordsCharsMax: 300,
  /** Each page of up to 100 entries takes a call, and hosts limit calls per hour. */
  pagesMax: 10,
  /**
   * Up to this many pull requests are fetched one by one. If there are more, listing all open pull requests is
   * cheaper.
   */
  singlesMax: 5,
  /** Gitea lists line comments by review, and each review takes one call, so only the newest reviews are read. */
  reviewsMax: 30,
  /** Workflows with failed jobs. GitHub lists the jobs of each workflow in a separate call. */
  failedRunsMax: 20,
  /** Cached responses for conditional requests, which GitHub doesn't count, take at most 64 MiB of memory. */
  rememberedCharsMax: 32 * MiB,
  /** A longer response would evict too many other responses. */
  rememberedAnswerCharsMax: 2 * MiB,
  /** Bitbucket accepts 32 KiB and GitHub 64 KiB. A longer text is truncated, and its last line says so. */
  bodyCharsMax: 32_000,
  /** GitLab accepts 255 characters, including the prefix of a draft (`Draft: `). */
  titleCharsMax: 248,
  /** GitHub fails to create larger trees in one request, so a change is sent in parts. */
  treeEntriesMax: 200,
  /** GitHub also fails if the contents are larger, so a change is sent in parts of this size. */
  treeBytesMax: 1 * MiB,
  /** With a token, a signed commit is created in one request, which takes 21 MiB in Base64. GitHub documents no limit. */
  userCommitBytesMax: 16 * MiB,
  /**
   * To prevent replays, a signed timestamp may differ from the given time by at most this much, as in Standard
   * Webhooks' libraries.
   */
  signatureMs: 5 * minute,
} as const;
