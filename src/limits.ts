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
  store: {
    /** What reads of keys and jobs answered, of each as many, at some KiB each. */
    rememberedReadsMax: 2000,
    /** Whether the store can be written to is found out by a write of one page: this often at most, however often a balancer asks. */
    writeCheckMs: 10 * second,
  },
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
    /** A prompt can take 128 KiB and an event 64 KiB: a page of either stays in the tens of megabytes. */
    messagesPageMax: 200,
    messagesPageDefault: 100,
    eventsPageMax: 200,
    eventsPageDefault: 100,
    searchCharsMax: 256,
    /** R12. */
    rowsPageMax: 250,
    rowsPageDefault: 50,
    requestMs: 30 * second,
    headersMs: 15 * second,
    headerBytesMax: 16 * KiB,
    /** Open connections; further ones are dropped. */
    connectionsMax: 5000,
    /** A connection on which nothing moves is closed; streams have their heartbeat. */
    idleMs: 2 * minute,
    keepAliveMs: 65 * second,
    /** How long the rest of a refused body is read and thrown away, so that the client sees the answer. */
    lingerMs: 2 * second,
    /** How long HTTP waits for a worker to carry out a merge or close before it answers 503. */
    hostActionWaitMs: 10 * second,
    streamHeartbeatMs: 15 * second,
    streamsPerProjectMax: 100,
  },
  /** What the page of a local pull request shows of a diff; the rest is named and left out. */
  pages: {
    filesMax: 2000,
    linesMax: 20_000,
    fileLinesMax: 2000,
    lineCharsMax: 2000,
    /** Open when the page opens: the first files, of those that are short. */
    openFilesMax: 30,
    openFileLinesMax: 400,
  },
  rate: {
    agentCallsPerHour: 100,
    readsPerHour: 120_000,
    readsBurst: 200,
    /** R26, for one project; and for one client address that collects. */
    eventBatchesPerMinute: 600,
    collectPerMinute: 60,
    /** Logs of one project that are read at once. */
    uploadsAtOnce: 4,
    /** Projects and addresses that one process remembers; the least recently seen are dropped. */
    bucketsMax: 50_000,
  },
  projects: {
    nameCharsMax: 100,
    /** What browsers and proxies carry without trouble. */
    urlCharsMax: 2048,
    /** Addresses of one name that are looked at; a name with more is refused, not cut. */
    addressesMax: 64,
    /** Files beyond documentation that a project may let its jobs change. */
    allowedPathsMax: 100,
  },
  keys: {
    perProjectMax: 1000,
    nameCharsMax: 100,
    allowListMax: 100,
    /** `lastUsedAt` is written at most this often a key. */
    lastUsedEveryMs: 1 * minute,
  },
  credentials: {
    nameCharsMax: 255,
    /** A PEM key is some 3,000; tokens are far shorter. */
    valueCharsMax: 8192,
  },
  people: {
    nameCharsMax: 100,
    /** RFC 5321: what a mail server takes. */
    emailCharsMax: 254,
    passwordCharsMin: 10,
    /** scrypt takes any length; a longer one is a mistake or an attack. */
    passwordCharsMax: 128,
    /** A session ends this long after it was last renewed. */
    sessionMs: 14 * day,
    /** Renewed at most this often, when the dashboard is opened. */
    sessionRenewMs: 1 * day,
    userAgentCharsMax: 256,
    invitationMs: 7 * day,
    invitationsPerProjectMax: 100,
    /** Tries at a password or an invitation from one address: at once, and back one by one over an hour. */
    signInsPerAddress: 20,
    /** The same for the password of one e-mail address, from wherever: more, so that no one client locks a person out. */
    signInsPerEmail: 40,
    /** A link that sets a new password: the time to carry it over to a browser. */
    recoveryMs: 1 * 60 * minute,
    /** The time at a provider's own sign-in page. */
    providerFlowMs: 10 * minute,
    providerCallMs: 10 * second,
    /** A provider's keys and answers are some KiB. */
    providerAnswerBytesMax: 1 * MiB,
  },
  shareLinks: {
    nameCharsMax: 100,
    perProjectMax: 100,
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
    fruitlessClaimsMax: 10,
    /** And no sooner than this after its last progress: workers also die for reasons of their own. */
    fruitlessMs: 10 * minute,
    /** R65: what a SIGTERM gives the work in hand. */
    stopMs: 8 * second,
    /** Of that, the most that requests in hand may take before they are cut. */
    stopRequestsMs: 3 * second,
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
    /** The same calls with the same answers, one after the other; and pairs of them in turn. */
    sameCallsMax: 5,
    alternationsMax: 4,
    /** How often a model is told that it goes round in circles, and that it said something without a call. */
    loopRoundsMax: 1,
    unfinishedRoundsMax: 1,
    /** All steps of a turn together; money only for models whose price is known (`DOCWRIGHT_LIMIT_TURN_…`). */
    inputTokensMax: 5_000_000,
    outputTokensMax: 200_000,
    usdMax: 10,
    /** Problems reported to a model or in a pull request; the count is always whole. */
    problemsShownMax: 200,
    /** Rounds in which new problems go back to the model. */
    checkRoundsMax: 3,
    policyRoundsMax: 1,
    pushTriesMax: 3,
    journalStepBytesMax: 256 * MiB,
  },
  models: {
    /** When somebody asks whether a model answers: one small request, with its tries. Some servers load the model first. */
    trialMs: 2 * minute,
    trialTriesMax: 3,
    /** Models that `docwright doctor` asks, of all projects: so many at once, and in all. */
    trialsAtOnce: 4,
    trialsMax: 40,
    /** Without a word: between a request and the first one, and while a model thinks, which takes minutes. */
    firstChunkMs: 5 * minute,
    /** Between one word and the next: some servers send a call whole, when all of it is written. */
    chunkMs: 5 * minute,
    /** Attempts at one step; then the turn fails. With the pauses between them over a minute: quotas are by the minute. */
    triesMax: 7,
    /** Before the second attempt; doubled each time. */
    retryMs: 2 * second,
    /** A provider that asks for a longer pause is not waited for. */
    retryMsMax: 2 * minute,
    /** Text and input of calls in one answer: beyond it the model does not end. */
    replyCharsMax: 2 * MiB,
    /** Bytes of one answer on the wire, which frames every word. */
    replyBytesMax: 64 * MiB,
    /** Where nobody told what a model can hold, and what it can write at once. */
    contextTokens: 128_000,
    outputTokens: 32_000,
  },
  /** What a language model is told before its first step. A token is some four characters of it. */
  context: {
    mapLinesMax: 60,
    mapCharsMax: 4000,
    mapDepthMax: 6,
    titleCharsMax: 80,
    groupsShownMax: 30,
    headingsShownMax: 5,
    namedPagesMax: 10,
    /** Pages that the instruction names, with their numbered lines: 8,000 tokens at three characters each. */
    namedCharsMax: 24_000,
    likelyPagesMax: 8,
    /** A word in the title counts three, in the path two, in a heading one; a text that the prompt quotes five. */
    likelyScoreMin: 3,
    quotedMax: 5,
    wordsCharsMax: 4000,
    guidanceCharsMax: 2000,
    /** What a job's pull request changes so far, for a follow-up: whole files, some 4,000 tokens. */
    diffCharsMax: 12_000,
    diffFilesMax: 50,
    /** Of its diff; what is beyond is named only. */
    diffReadBytesMax: 1 * MiB,
    /** Commits of its branch that are looked at for who made them, and those that are named. */
    commitsReadMax: 50,
    othersCommitsMax: 10,
    /** What people say on a job's pull request, for a follow-up, newest first: each, and all: some 2,700 tokens. */
    remarkCharsMax: 1500,
    remarksCharsMax: 8000,
    /** What was said in earlier turns: each message, and all: some 6,000 tokens. */
    messageCharsMax: 4000,
    conversationCharsMax: 24_000,
  },
  /** Shares of what a model can hold. */
  compaction: {
    /** From here on the conversation is made shorter: the rest is for the next answer and what tools say to it. */
    fullShare: 0.75,
    /** Leaving out old results has to gain this much; a small gain is not worth the prompt cache. */
    gainShare: 0.2,
    stepsKept: 4,
    itemsKept: 100,
    remarksKept: 20,
    remarkCharsMax: 1000,
  },
  policy: {
    changedFilesMax: 5000,
    changedFileBytesMax: 5 * MiB,
    changedBytesMax: 64 * MiB,
    pullRequestTitleCharsMax: 200,
  },
  codehost: {
    /** One call of a host's API, from its first byte to its last. */
    callMs: 30 * second,
    /** A page of a hundred pull requests with bodies of 64 KiB is within it. */
    answerBytesMax: 16 * MiB,
    /** Tries of one call, the first among them. */
    triesMax: 3,
    /** Before the second try; doubled before each further one. */
    retryMs: 1 * second,
    /** Longer than this a turn does not wait for a rate limit: it fails with the time to try again. */
    rateWaitMs: 1 * minute,
    /** A token that ends sooner than this is not handed out any more: one minted at its start lasts a turn. */
    tokenSpareMs: 31 * minute,
    /** What is shown of a host's own words. */
    wordsCharsMax: 300,
    /** Pages of a hundred pull requests that one look at a repository reads. */
    pagesMax: 10,
    /** So many pull requests are asked for one by one; more are read from lists. */
    singlesMax: 5,
    /** Reviews of one pull request whose comments on lines are read one by one; the newest. */
    reviewsMax: 30,
    /** Answers that are asked for again by their version; in memory. */
    rememberedCharsMax: 32 * MiB,
    rememberedAnswerCharsMax: 2 * MiB,
    /** Of a pull request's body; the least that a host takes is 32 KiB (Bitbucket), GitHub takes 64 KiB. */
    bodyCharsMax: 32_000,
    /** GitLab takes 255, with the mark of a draft in front. */
    titleCharsMax: 248,
    /** Of one request that makes a tree: GitHub gives up on larger ones. */
    treeEntriesMax: 200,
    treeBytesMax: 1 * MiB,
    /** Of one signed commit for a token, which is one request; GitHub names no bound of its own. */
    userCommitBytesMax: 16 * MiB,
  },
  /** What a project may set of its pull requests. */
  pullRequests: {
    /** GitHub takes 100 on an issue; more than a handful nobody reads. */
    labelsMax: 20,
    /** GitHub's bound; others take more. */
    labelCharsMax: 50,
    /** GitHub asks at most 15 at once. */
    reviewersMax: 15,
    reviewerCharsMax: 100,
    titleTemplateCharsMax: 150,
    bodyTemplateCharsMax: 10_000,
    branchTemplateCharsMax: 150,
    authorCharsMax: 200,
    /** Files that a conflict with the base names. */
    conflictsShownMax: 10,
  },
  webhooks: {
    perProjectMax: 10,
    urlCharsMax: 2048,
    /** One attempt, from its first byte to the last of the answer. Standard Webhooks asks for 15 to 30 s. */
    attemptMs: 15 * second,
    /** Of the answer; what is longer counts as the status that it came with. */
    answerBytesMax: 64 * KiB,
    /** Before each further attempt: in all 23 h 37 min, with the attempts within 24 h (R37). */
    retryAfterMs: [
      ...[5 * second, 1 * minute, 5 * minute, 30 * minute],
      ...[60 * minute, 120 * minute, 240 * minute, 360 * minute, 600 * minute],
    ],
    attemptsAtOnce: 8,
    /** How often what waits is looked for. */
    pollMs: 2 * second,
    /** Announcements that one look addresses. */
    announcementsMax: 100,
    /** After a rotation, both secrets sign for so long. */
    formerSecretMs: 1 * day,
    /** The delivery log. */
    keepMs: 30 * day,
    logPageMax: 100,
  },
  /** What code hosts tell of pull requests. */
  hooks: {
    /**
     * A comment of the longest kind and all that comes with it has half a MiB. GitHub tells of a push in up to 25: what
     * is larger is refused, and a rule that watches the repository sees it when it looks by itself.
     */
    bodyBytesMax: 4 * MiB,
    /** A host's own id of a delivery; all of them have 36 characters. */
    idCharsMax: 100,
    /** Of a branch or a commit's name that a delivery is about. */
    subjectCharsMax: 300,
    /** From one client address: a host sends for all of its repositories from a few. */
    perMinute: 1200,
    /** Deliveries of one project that wait to be worked on; beyond it the host is asked to send again. */
    waitingMax: 5000,
    /** How far a signature's own time may be off, after the Standard Webhooks specification. */
    signatureMs: 5 * minute,
    /** After a rotation the former secret is taken for so long. */
    formerSecretMs: 1 * day,
    /** Of what hosts told, on a screen. */
    shownMax: 50,
    /** How long a delivery's id is known; hosts send again for at most three days. */
    keepMs: 7 * day,
    /** How often what waits is looked for; a delivery wakes at once. */
    pollMs: 2 * second,
    /** One look at a pull request; another worker may take it up after that. */
    lookMs: 5 * minute,
    /** Projects whose pull requests are looked at at once. */
    looksAtOnce: 8,
    /** Before each further try where a host cannot be reached; then it is left to the next delivery, or the next poll. */
    retryAfterMs: [10 * second, 1 * minute, 5 * minute, 30 * minute, 120 * minute],
  },
  /** Rules that start jobs. */
  automations: {
    perProjectMax: 20,
    /** Between two runs of one schedule, at least. */
    everyMsMin: 5 * minute,
    /** The next times of a schedule that is being written. */
    previewed: 3,
    /** What was missed beyond this is told as "more than". */
    missedMax: 1000,
    /** Runs asked for that may wait for the one at work. */
    waitingMax: 10,
    pathsMax: 50,
    /** Changed files that a run's instruction names; the count is always whole. */
    pathsShownMax: 50,
    commitsShownMax: 20,
    /** How often what is due and what has ended is looked for. */
    pollMs: 2 * second,
    /** How often a watched branch is looked at where nobody told of a push. */
    lookEveryMs: 2 * minute,
    lookMs: 5 * minute,
    /** Watched branches that are looked at at once. */
    looksAtOnce: 4,
    /** A clock that was ahead by more than this was wrong: what it marked as done counts no more. */
    clockAheadMs: 1 * day,
    runsShownMax: 100,
    /** Runs that are done, for lists. */
    keepMs: 90 * day,
  },
  /** Repositories that a project names beside its own, to be read. */
  contextRepositories: {
    perProjectMax: 10,
    nameCharsMax: 60,
    /** What one search tells a model. */
    searchMatchesMax: 200,
    claimCharsMax: 300,
    /** Lines of code that a pull request names. */
    citationsMax: 50,
  },
  /** What people and checks say of pull requests. */
  conversations: {
    /** Older comments are not taken up: nobody expects it any more, and the host need not list them. */
    commentAgeMs: 7 * day,
    /** Comments that ask for something, of one pull request in one look; the next look goes on. */
    commentsPerLookMax: 20,
    /** Of the part of a diff that a comment stands under. */
    hunkCharsMax: 4000,
    /** Of the agent's words in an answer. */
    answerCharsMax: 1000,
    checksShownMax: 20,
    checkCharsMax: 1000,
    /** Follow-ups of failed checks in a row, without a person's word between them. */
    checkRoundsMax: 3,
    /** How far a host's clock may be behind ours when an answer is looked for again. */
    clockMs: 10 * minute,
    /** How often it is looked at whether a project is due to be polled. */
    pollCheckMs: 10 * second,
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
    /** Files beside those in memory that a search for literal text reads itself; beyond that git looks through all. */
    searchReadFilesMax: 500,
    patternCharsMax: 1000,
    globCharsMax: 500,
    /** What is shown of a remote that refuses a push. */
    refusalCharsMax: 1000,
    /** A mirror that no project uses any more is removed after this. */
    mirrorKeepMs: 1 * day,
    /** A commit without a ref: longer than any turn, and than a restart that takes one up again. */
    unreachableKeepMs: 1 * day,
    /** Work kept for a person: after a conflict, or what a budget cut short with problems left; as long as an idle job (R34). */
    turnRefKeepMs: 30 * day,
    /** Packs and loose objects of a mirror beyond which a sweep packs it anew. */
    packsMax: 20,
    looseObjectsMax: 5000,
    packMs: 30 * minute,
    /** A mirror that is damaged again this soon after it was built anew has a cause that building does not mend. */
    rebuildEveryMs: 1 * minute,
    /** Between SIGTERM, which lets git remove its locks, and SIGKILL. */
    killGraceMs: 2 * second,
    /** What git says on standard error; the end of it is kept. */
    stderrBytesMax: 16 * KiB,
    /** An HTTP transfer below this for this long is given up. */
    slowBytesPerSecond: 1000,
    slowSeconds: 60,
    /** A `cat-file` child without requests ends after this. */
    readerIdleMs: 1 * minute,
    /** Bytes of files kept across jobs, by mirror and blob id. */
    blobCacheBytesMax: 64 * MiB,
    /** Entries of folders kept across jobs, by mirror and tree id. */
    treeCacheEntriesMax: 1_000_000,
    /** Bytes that one `readBlobs` may answer. */
    readBytesMax: 1024 * MiB,
    /** A tree object is read whole; git's own are a few KiB. */
    treeObjectBytesMax: 64 * MiB,
    commitObjectBytesMax: 1 * MiB,
    unreadableShownMax: 100,
    conflictsShownMax: 1000,
    logCommitsMax: 250,
    /** A search that takes longer is stopped: its pattern is somebody else's. */
    searchMs: 20 * second,
    /** On all cores together, for a search that nobody is left to stop. */
    searchCpuSeconds: 120,
    searchLineCharsMax: 2000,
  },
  /** An agent of another make (`acp/…`) in its sandbox, and what it leaves behind. */
  external: {
    /** What is written out for it. */
    filesMax: 50_000,
    writtenBytesMax: 1024 * MiB,
    /** What is looked at afterwards: a larger file is refused, more files end the turn. */
    entriesMax: 200_000,
    changedBytesMax: 128 * MiB,
    refusedShownMax: 50,
    /** What the kernel lets one of its processes write into one file. */
    writtenFileBytesMax: 64 * MiB,
    /** Its private folders for temporary files and its home; they are memory. */
    temporaryBytesMax: 512 * MiB,
    /** All its processes together, looked at this often; beyond it they are ended. */
    memoryBytesMax: 4096 * MiB,
    processesMax: 256,
    folderGrowthBytesMax: 512 * MiB,
    watchEveryMs: 1 * second,
    /** From its start to the answer that it has a session. */
    startMs: 2 * minute,
    /** Between the word that it shall stop and the end of its processes. */
    cancelMs: 5 * second,
    /** Messages and bytes that it may send for one prompt. */
    messagesMax: 200_000,
    outputBytesMax: 256 * MiB,
    messageBytesMax: 32 * MiB,
    /** What is kept of it: its last words, and the newest of its calls. */
    textCharsMax: 20_000,
    callsMax: 500,
    /** Job events of one prompt; what comes after is not told before its end. */
    eventsMax: 300,
    /** Rounds in which it is told what could not be taken. */
    refusedRoundsMax: 1,
    /** What it is told of the conversation before its instruction. */
    historyCharsMax: 40_000,
    stderrBytesMax: 16 * KiB,
    /** Connections at once through the proxy, and how long one may take to open. */
    connectionsMax: 64,
    connectMs: 30 * second,
  },
  editor: {
    /** Of one prompt: at three steps each they stay within `limits.turn.stepsMax`. */
    instructionsMax: 16,
    /** Attempts at reading one sentence. The longest phrase in the tests takes a tenth; what needs more is not understood. */
    clauseStepsMax: 20_000,
    /** Of one place in a sentence, where “in the guides folder” may stand. */
    scopeStepsMax: 2000,
    /** Words before the colon that announces text to write. */
    announcementWordsMax: 100,
    /** Pages and folders of one name that a look-up answers. */
    namesakesMax: 50,
    /** Fixed links that the summary of a pull request lists; their number is always whole. */
    fixedLinksShownMax: 30,
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
    /** Of what a step broke; `check` shows all. */
    touchedProblemsShownMax: 10,
    /** Texts of files that a turn remembers for telling what changed since; the latest ones. */
    seenCharsMax: 8 * MiB,
    /** What a stale hash is answered with: a longer change, or one with more edits, is read anew. */
    staleEditsMax: 200,
    staleLinesMax: 60,
    staleCharsMax: 6000,
    /** Notes and items that a tool's text shows; the count is always whole, and `data` has them all. */
    itemsShownMax: 100,
  },
  collect: {
    /** Origins that a project names. */
    originsMax: 100,
    originCharsMax: 255,
    /** Ten years. */
    retentionDaysMax: 3653,
    /** R53: how far a browser's clock may be off, and any other run ahead. */
    clockSkewMs: 10 * minute,
    /** URLs and paths before they are normalised, in which a character may take nine. */
    targetCharsMax: 16 * KiB,
    referrerCharsRead: 4 * KiB,
    /** Pages and referrers of one project whose names are remembered, and how long one may be for that. */
    namesKept: 20_000,
    rememberedCharsMax: 300,
    projectsKept: 50,
    /** User agents whose digest is remembered, and the keys of projects and periods. */
    userAgentsKeptMax: 20_000,
    keysKeptMax: 1000,
    /** R51: on the wire, decompressed, and one event, in bytes. */
    batchBytesMax: 8 * MiB,
    batchDecompressedBytesMax: 16 * MiB,
    /** What a zstd stream may ask for to look back: 32 MiB, beyond what any level but the last ones uses. */
    zstdWindowLogMax: 25,
    /** R52: a line of a log; how much more than was sent may come of it, and when that begins to count. */
    lineBytesMax: 64 * KiB,
    expansionMax: 200,
    expansionFreeBytes: 1 * MiB,
    /** Lines that a format is recognised by. */
    sampleLinesMax: 50,
    /** Lines of a log that are shown with what is wrong with them; the count is always whole. */
    rejectedLinesShownMax: 100,
    patternCharsMax: 2000,
    /** Events of a log that are stored at once. */
    logBatchEvents: 5000,
    eventBytesMax: 64 * KiB,
    /** Events of a batch that hold the thread at once, at some microseconds each: then others have their turn. */
    eventsPerTurn: 100,
    visitorIdCharsMax: 255,
    /** Views in one message of the script, which keeps those that could not be sent. */
    beaconViewsMax: 20,
    beaconBytesMax: 64 * KiB,
    headerCharsMax: 1024,
  },
  /** R14. */
  snapshots: {
    keepMs: 10 * minute,
    /** The least recently used go first. One of 50,000 pages takes 0.8 MB, one of 2,000 some 60 KB. */
    countMax: 10_000,
    perProjectMax: 2000,
    bytesPerProjectMax: 32 * MiB,
    bytesMax: 128 * MiB,
    /** Pages of one snapshot after which a walk may go on; of a longer walk the last ones. */
    startsKept: 256,
  },
  export: {
    /** CSV files of one project that are being sent; each holds its table in memory. */
    atOnce: 10,
    /** Rows that are read from a table at once while it is sent as CSV. */
    csvRows: 1000,
    /** Beyond this no project has as many pages. */
    offsetMax: Number.MAX_SAFE_INTEGER,
  },
  classify: {
    /** What is known of user agents, in memory: half a KiB each, three where somebody makes them long. */
    userAgentsKept: 20_000,
    /** Ways of asking that are remembered, of all user agents together, at some two KiB each at worst. */
    clientsKept: 40_000,
    /** Of the headers of a request that is remembered as it came; a browser's take some 400. */
    wayCharsMax: 1024,
    /** The longest Accept that a documented agent sends has 72 characters. */
    acceptCharsMax: 200,
    /** Of Sec-CH-UA: its length as sent, and what is kept of it. */
    brandsCharsMax: 1024,
    brandsMax: 8,
    brandCharsMax: 40,
    /** Of Sec-Fetch-Mode and Sec-Fetch-Dest; the longest that the standard names has 15 characters. */
    tokenCharsMax: 20,
    fromCharsMax: 320,
    /** Clients that one step of `docwright reclassify` judges, in under a second. */
    reclassifyPageClients: 5000,
    /** Ranges of one published list; the longest known has some 1,300. */
    ipRangesMax: 20_000,
    /** How far from its date a list proves that an address is not the operator's: ranges are added every few months. */
    ipListProvesMs: 180 * day,
    /** What an operator publishes; the longest known list has 200 KiB. */
    publishedBytesMax: 4 * MiB,
    publishedFetchMs: 10 * second,
    /** Ed25519 keys of one signer. */
    signerKeysMax: 100,
    /** Signature, Signature-Input and Signature-Agent together; a real set takes some 400. */
    signatureCharsMax: 4096,
    /** The drafts let a signature live for a day at most; clocks differ by a minute. */
    signatureLifeMsMax: 1 * day,
    signatureClockMs: 1 * minute,
  },
} as const;
