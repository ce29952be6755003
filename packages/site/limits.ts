/**
 * Every limit of this package. Names end in their unit. The page of all limits is generated from this file (`npm run
 * check` fails if it is stale), so each entry has a comment that gives the reason.
 */
const KiB = 1024;
const MiB = 1024 * KiB;
const second = 1000;
const minute = 60 * second;

export const limits = {
  /** Pages are a few KiB long; `word-spans.ts` packs offsets for pages of fewer than 2^23 characters. */
  pageBytesMax: 5 * MiB,
  /** Estimated memory of parsed pages, shared by all jobs. A cached site parses only what changed. */
  parsedCacheBytesMax: 128 * MiB,
  /** Configuration is read into memory. A file that lists thousands of pages is a few hundred KiB long. */
  configBytesMax: 5 * MiB,
  /** Navigation is read recursively, so a hostile file could overflow the stack. */
  navigationDepthMax: 32,
  /** Every redirect stays in memory with its site. The rest are ignored. */
  redirectsMax: 20_000,
  /** A text this short cannot overflow the native parser's stack or keep it busy (see `ordinary.test.ts`). */
  shortTextBytes: 2000,
  /** Up to this size, a page with few marks cannot hang the parser, so it needs no parser process. */
  parseHereBytesMax: 32 * KiB,
  /** About 4,000 nested brackets crash the native parser and its process. Half as many do not. */
  parseHereMarksMax: 2000,
  /** Each takes about 100 MB while in use. With two, a page that hangs one does not block the other. */
  parserProcessesMax: 2,
  /** Node and the parsers take seconds to start on a busy machine. A longer start counts as a failure. */
  parserStartMs: 30 * second,
  /** A batch takes a fraction of this, but some pages never finish. Each page is then parsed alone. */
  parserBatchMs: 3 * second,
  /** Time limits are extended up to tenfold if a busy machine gives a parser less than half a core. */
  parserPatience: 10,
  /** A hostile tree must not block a parser for hours. The remaining pages are reported as too complex. */
  parseFailuresMax: 10,
  /** The MDX compiler takes 13 to 22 ms per page. A page that takes this long is reported as a problem. */
  judgeMs: 10 * second,
  /** The JavaScript heap of a parser process. A hostile page exhausts that process, not the machine. */
  parserHeapMiB: 512,
  /** All memory of a parser process, since the native parser allocates outside the heap. */
  parserMemoryBytesMax: 1024 * MiB,
  /** Interval between memory checks. The parser allocates up to 100 MiB in between. */
  parserMemoryCheckMs: 100,
  /** An idle parser process exits and frees about 100 MB. It restarts when needed. */
  parserIdleMs: 1 * minute,
  /** Every page has frontmatter, and the YAML library takes seconds for a megabyte. */
  frontmatterCharsMax: 64 * KiB,
  /** The YAML library takes seconds for a megabyte, and a site has several such files. */
  yamlCharsMax: 256 * KiB,
  /** Configuration that is code is scanned as text, up to a dozen times. */
  codeCharsMax: 256 * KiB,
  /** Aliases of aliases grow exponentially. This is also the YAML library's default. */
  yamlAliasesMax: 100,
  /** A person or a model chooses among the possible targets of a broken link. More candidates would not help. */
  candidatesMax: 5,
  /** Search engines truncate descriptions at about this length. */
  descriptionCharsMax: 160,
  /** Comparing a broken link with every page name is slow, so only this many links are compared. */
  nearLookupsMax: 500,
  /** Docwright does not push changes to more files (`policy.changedFilesMax`). */
  movedFilesMax: 5000,
} as const;
