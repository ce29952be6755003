/**
 * Every bound of this package. A name ends in its unit. The page of all limits is generated from this file
 * (`npm run check` fails when it is stale), so each entry carries its reason as a comment.
 */
const KiB = 1024;
const MiB = 1024 * KiB;
const second = 1000;
const minute = 60 * second;

export const limits = {
  /** A page larger than this is kept as text and not parsed. */
  pageBytesMax: 5 * MiB,
  /** Parsed pages kept across jobs, by blob hash: an estimate of their bytes in memory. */
  parsedCacheBytesMax: 128 * MiB,
  configBytesMax: 5 * MiB,
  navigationDepthMax: 32,
  redirectsMax: 20_000,
  /** A text up to this is too short to overflow the native parser's stack or to take it long (see `ordinary.ts`). */
  shortTextBytes: 2000,
  /** Up to this, and with at most so many marks that nest, a page may be parsed in this process. */
  parseHereBytesMax: 32 * KiB,
  parseHereMarksMax: 2000,
  /** Processes that parse what must not be parsed in this one; each takes some 100 MB while it is in use. */
  parserProcessesMax: 2,
  parserStartMs: 30 * second,
  /** What such a process gets for a batch of pages, and again for one page by itself; then it is killed. */
  parseApartMs: 3 * second,
  /** Times that the former two are waited for where, for other work, it had the machine for less than half of them. */
  parserPatience: 10,
  /** Pages of one site that may make it fail; what is left then is reported as too complex. */
  parseFailuresMax: 10,
  /** The same for the MDX compiler and one page. */
  judgeMs: 10 * second,
  /** The heap of such a process. */
  parserHeapMiB: 512,
  /**
   * All memory of one, of which the native parser takes some: where the system tells, it is looked at every
   * `parserLookMs`, in which the parser takes up to 100 MiB more.
   */
  parserMemoryBytesMax: 1024 * MiB,
  parserLookMs: 100,
  /** An idle one ends after this, and is started again when it is needed. */
  parserIdleMs: 1 * minute,
  frontmatterCharsMax: 64 * KiB,
  /** YAML takes its library some seconds a megabyte. */
  yamlCharsMax: 256 * KiB,
  /** Configuration that is code is read as text, some dozen times over at worst. */
  codeCharsMax: 256 * KiB,
  /** Aliases that a YAML document may resolve: beyond it is a bomb. */
  yamlAliasesMax: 100,
  /** What a link that cannot be fixed may mean: more would be no help. */
  candidatesMax: 5,
  /** Search engines cut descriptions at about this length. */
  descriptionCharsMax: 160,
  /** Broken links of one call whose name is compared with every page's, letter by letter. */
  nearLookupsMax: 500,
  /** Files moved by one call. */
  movedFilesMax: 5000,
} as const;
