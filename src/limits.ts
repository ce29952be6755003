/**
 * Every bound in the system. A name ends in its unit. `docs/limits.md` is generated from this file
 * (`npm run check` fails when it is stale), so each entry carries its reason as a comment.
 */
const KiB = 1024;
const MiB = 1024 * KiB;
const second = 1000;
const minute = 60 * second;
const day = 24 * 60 * minute;

export const limits = {
  http: {
    /** R27: a JSON body beyond this is 413; the rest is not read. */
    bodyBytesMax: 1 * MiB,
    /** R27: code points of a prompt. */
    promptCharsMax: 32_768,
    titleCharsMax: 256,
    /** git's own bound is the file system's; hosts refuse names beyond 255 bytes. */
    refBytesMax: 244,
    /** R22. */
    requestIdCharsMax: 128,
    /** R25. */
    idempotencyKeyCharsMax: 255,
    idempotencyKeepMs: 1 * day,
    idempotencyWaitMs: 10 * second,
    /** R33. */
    jobsPageMax: 100,
    jobsPageDefault: 20,
    messagesPageMax: 1000,
    eventsPageMax: 1000,
    searchCharsMax: 256,
    requestMs: 30 * second,
    headersMs: 15 * second,
    headerBytesMax: 16 * KiB,
    /** How long HTTP waits for a worker to carry out a merge or close before it answers 503. */
    hostActionWaitMs: 10 * second,
    streamHeartbeatMs: 15 * second,
    streamsPerProjectMax: 100,
  },
  rate: {
    agentCallsPerHour: 100,
    readsPerHour: 120_000,
    readsBurst: 200,
    /** Projects and addresses that one process remembers; the least recently seen are dropped. */
    bucketsMax: 50_000,
  },
  projects: {
    nameCharsMax: 100,
    /** What browsers and proxies carry without trouble. */
    urlCharsMax: 2048,
    /** Addresses of one name that are looked at; a name with more is refused, not cut. */
    addressesMax: 64,
  },
  keys: {
    perProjectMax: 1000,
    nameCharsMax: 100,
    allowListMax: 100,
    /** `lastUsedAt` is written at most this often a key. */
    lastUsedEveryMs: 1 * minute,
  },
  jobs: {
    /** Messages that may wait in one job's queue. */
    queuedMessagesMax: 100,
    /** R34. */
    idleArchiveMs: 30 * day,
    eventDataBytesMax: 64 * KiB,
    failureMessageCharsMax: 2000,
    /** The stored diff of a turn; beyond it the diff ends with a line that says so. */
    diffBytesMax: 32 * MiB,
  },
  runner: {
    /** Turns at once in a process (`DOCWRIGHT_CONCURRENCY`). */
    turnsAtOnce: 4,
    leaseMs: 30 * second,
    renewEveryMs: 10 * second,
    /** The fallback when a wake-up was missed, e.g. written by another process. */
    pollMs: 1 * second,
    /** A turn that was claimed this often without a new journalled step is failed: it kills its worker. */
    fruitlessClaimsMax: 5,
    /** R65: what a SIGTERM gives the work in hand. */
    stopMs: 8 * second,
    sweepEveryMs: 1 * minute,
  },
  turn: {
    stepsMax: 50,
    wallClockMs: 30 * minute,
    toolCallsPerStepMax: 32,
    /** What a tool gives a language model: whole lines only. */
    toolTextLinesMax: 2000,
    toolTextBytesMax: 50 * KiB,
    readWindowLines: 500,
    /** Rounds in which new problems go back to the model. */
    checkRoundsMax: 3,
    policyRoundsMax: 1,
    pushTriesMax: 3,
    journalStepBytesMax: 256 * MiB,
  },
  policy: {
    changedFilesMax: 5000,
    changedFileBytesMax: 5 * MiB,
    changedBytesMax: 64 * MiB,
    pullRequestTitleCharsMax: 200,
    pullRequestBodyCharsMax: 60_000,
  },
  workspace: {
    /** Entries of one tree; a larger repository is refused with a sentence. */
    treeEntriesMax: 500_000,
    /** A blob larger than this is listed, not read as a page. */
    readBlobBytesMax: 20 * MiB,
    pathBytesMax: 1024,
    pathDepthMax: 64,
    gitMs: 2 * minute,
    fetchMs: 10 * minute,
    pushMs: 5 * minute,
    gitOutputBytesMax: 512 * MiB,
    searchMatchesMax: 10_000,
    patternCharsMax: 1000,
    globCharsMax: 500,
    /** A mirror that no project uses any more is removed after this. */
    mirrorKeepMs: 1 * day,
  },
  site: {
    /** A page larger than this is kept as text and not parsed. */
    pageBytesMax: 5 * MiB,
    /** Parsed pages kept across jobs, by blob hash: an estimate of their bytes in memory. */
    parsedCacheBytesMax: 128 * MiB,
    configBytesMax: 5 * MiB,
    navigationDepthMax: 32,
    redirectsMax: 20_000,
    /** Problems reported to a model or in a pull request; the count is always whole. */
    problemsShownMax: 200,
  },
  tools: {
    /** What one call may name: more is asked for with globs. */
    scopeEntriesMax: 100,
    editsPerCallMax: 200,
    /** A title or name that is looked for. */
    findCharsMax: 500,
    termCharsMax: 200,
    hrefCharsMax: 2000,
    titleCharsMax: 300,
    keyCharsMax: 100,
    valueCharsMax: 2000,
    versionCharsMax: 64,
    summaryCharsMax: 20_000,
    noteCharsMax: 1000,
    notesMax: 100,
    /** Parts of long answers: a part stays well below what a language model is given of one. */
    listPageDefault: 500,
    listPageMax: 5000,
    searchPageDefault: 200,
    searchPageMax: 2000,
    outlinePageDefault: 20,
    outlinePageMax: 500,
    /** A longer line is cut in search results: one minified line would fill the answer. */
    lineCharsMax: 400,
    /** Notes and items that a tool's text shows; the count is always whole, and `data` has them all. */
    itemsShownMax: 100,
  },
  refactor: {
    /** What a link that cannot be fixed may mean: more would be no help. */
    candidatesMax: 5,
    /** Search engines cut descriptions at about this length. */
    descriptionCharsMax: 160,
    /** Files moved by one call. */
    movedFilesMax: 5000,
  },
} as const;
