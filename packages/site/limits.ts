/**
 * Every bound of this package. A name ends in its unit. The page of all limits is generated from this file
 * (`npm run check` fails if it is stale), so each entry has a comment of its own that says why.
 */
const KiB = 1024;
const MiB = 1024 * KiB;
const second = 1000;
const minute = 60 * second;

export const limits = {
  /** Pages have a few KiB; `word-spans.ts` packs offsets for pages of fewer than 2^23 characters. */
  pageBytesMax: 5 * MiB,
  /** Estimated memory of parsed pages, shared by all jobs: a known site parses only what changed. */
  parsedCacheBytesMax: 128 * MiB,
  /** Configuration is read whole; one that lists thousands of pages has a few hundred KiB. */
  configBytesMax: 5 * MiB,
  /** Navigation is read recursively, and a hostile file must not overflow the stack. */
  navigationDepthMax: 32,
  /** Every redirect stays in memory with its site; further ones are not read. */
  redirectsMax: 20_000,
  /** Too short to overflow the native parser's stack or keep it busy (see `ordinary.test.ts`). */
  shortTextBytes: 2000,
  /** Up to this size, a page with few marks cannot hang the parser: it needs no other process. */
  parseHereBytesMax: 32 * KiB,
  /** About 4,000 nested brackets crash the native parser and its process; half as many do not. */
  parseHereMarksMax: 2000,
  /** Each takes about 100 MB while in use; with two, a page that hangs one does not stop the other. */
  parserProcessesMax: 2,
  /** Node and the parsers take seconds to start on a busy machine; this long means a fault. */
  parserStartMs: 30 * second,
  /** A batch takes a fraction of this, but some pages never end: each is then tried on its own. */
  parserBatchMs: 3 * second,
  /** Time limits extend up to tenfold while a busy machine gives a parser less than half a core. */
  parserPatience: 10,
  /** A tree made to fail must not block a parser for hours: the rest is reported as too complex. */
  parseFailuresMax: 10,
  /** The MDX compiler takes 13 to 22 ms a page; one that takes this long is reported as a problem. */
  judgeMs: 10 * second,
  /** The JavaScript heap of a parser process: a hostile page exhausts that process, not the machine. */
  parserHeapMiB: 512,
  /** All memory of a parser process, since the native parser allocates outside the heap. */
  parserMemoryBytesMax: 1024 * MiB,
  /** How often that memory is measured; the parser allocates up to 100 MiB in between. */
  parserLookMs: 100,
  /** An idle parser process ends and frees about 100 MB. It starts again when needed. */
  parserIdleMs: 1 * minute,
  /** Every page has frontmatter, and the YAML library takes seconds for a megabyte. */
  frontmatterCharsMax: 64 * KiB,
  /** The YAML library takes seconds for a megabyte; a site has a handful of such files. */
  yamlCharsMax: 256 * KiB,
  /** Configuration that is code is scanned as text, at worst a dozen times over. */
  codeCharsMax: 256 * KiB,
  /** Aliases of aliases grow exponentially. The YAML library's own default is the same. */
  yamlAliasesMax: 100,
  /** A person or a model chooses among the possible targets of a broken link: more would not help. */
  candidatesMax: 5,
  /** Search engines cut descriptions at about this length. */
  descriptionCharsMax: 160,
  /** Comparing a broken link's name with every page's is slow: only the first ones are compared. */
  nearLookupsMax: 500,
  /** Docwright pushes no change of more files (`policy.changedFilesMax`). */
  movedFilesMax: 5000,
} as const;
