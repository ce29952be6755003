import { join } from "node:path";
import { monthStart } from "../calendar.ts";
import type { ClientFacts } from "../events/client-facts.ts";
import type { DayEvents } from "../events/day-events.ts";
import type { Names } from "../events/names.ts";
import { createCounting, type Dimension, dimensions, findFolders } from "./dimensions.ts";
import { countBotEvents, indexDays } from "./index-days.ts";
import { type DimensionBlocks, type OpenIndexPart, openIndexPart, writeIndexPart } from "./index-part.ts";
import type { IndexEntry, IndexPart } from "./manifest.ts";
import { createPairFile, type PairStream, streamPairs } from "./pair-file.ts";
import { rollUp, rollUpSums } from "./roll-up.ts";

/**
 * Adds days of one month, all after those that the index covers, in order. Writes new files, named by `tag`, and
 * answers the entry that names them; the old ones stay as they are.
 */
export function extendIndex(
  index: IndexEntry | null,
  days: readonly DayEvents[],
  options: { folder: string; names: Names; facts: ClientFacts; tag: string },
): IndexEntry {
  const { folder, names, facts, tag } = options;
  const counting = createCounting(names, facts);
  const firstDay = days[0]?.day ?? 0;
  const lateFolders: Record<string, number> = { ...index?.lateFolders };
  const pairs = Object.fromEntries(dimensions.map((name) => [name, `pairs-${name}-${tag}`]));

  const blocksOf = (dimension: Dimension): DimensionBlocks => {
    const pathOf = (name: Dimension) => (index === null ? null : join(folder, index.pairs[name]));
    const late = dimension === "folder" ? newFolders(index, names) : new Set<number>();
    const pages = late.size === 0 ? null : onlyValues(streamPairs(pathOf("path")), late);
    const own = streamPairs(pathOf(dimension));
    const before = pages === null ? own : mergePairs(own, pages);
    const after = createPairFile(join(folder, pairs[dimension] as string));
    const blocks = indexDays(dimension, days, { counting, before, after });
    before.close();
    after.finish();
    for (const value of pages?.found ?? []) lateFolders[value] = firstDay;
    return blocks;
  };
  const file = `index-${tag}`;
  writeIndexPart(
    join(folder, file),
    { days: days.map(({ day }) => day), month: null },
    { blocksOf, bots: () => days.map((events) => countBotEvents(events, counting.isBot)) },
  );
  return {
    classification: names.classification,
    through: days.at(-1)?.day ?? index?.through ?? -1,
    pathsEnd: names.paths.length,
    parts: [...(index?.parts ?? []), { file, days: days.map(({ day }) => day), month: null }],
    pairs: pairs as Record<Dimension, string>,
    lateFolders,
  };
}

/** Paths that were no folders when the index was last extended, and are now. */
function newFolders(index: IndexEntry | null, names: Names): Set<number> {
  if (index === null) return new Set();
  const before = findFolders({ parents: names.parents.slice(0, index.pathsEnd) });
  const now = findFolders(names);
  return new Set(before.keys().filter((path) => before[path] === 0 && now[path] === 1));
}

/** The pairs of some values; `found` has those that there were any of. */
function onlyValues(stream: PairStream, values: ReadonlySet<number>): PairStream & { found: Set<number> } {
  const found = new Set<number>();
  const skip = () => {
    while (stream.pair !== null && !values.has(stream.pair.value)) stream.next();
    if (stream.pair !== null) found.add(stream.pair.value);
  };
  skip();
  return {
    found,
    get pair() {
      return stream.pair;
    },
    next() {
      stream.next();
      skip();
    },
    close: () => stream.close(),
  };
}

/** Two streams without a value in common, in order. */
function mergePairs(a: PairStream, b: PairStream): PairStream {
  const first = () => (b.pair === null || (a.pair !== null && a.pair.value < b.pair.value) ? a : b);
  return {
    get pair() {
      return first().pair;
    },
    next: () => first().next(),
    close() {
      a.close();
      b.close();
    },
  };
}

/** Puts the parts of one month into one, with the month's roll-up where `isWhole`. */
export function mergeParts(
  parts: readonly IndexPart[],
  options: { folder: string; file: string; month: number; isWhole: boolean },
): IndexPart {
  const { folder, file, month, isWhole } = options;
  const open: OpenIndexPart[] = [];
  try {
    for (const part of parts) open.push(openIndexPart(folder, part));
    const places = open
      .flatMap((part) => part.days.map((day, place) => ({ part, day, place })))
      .sort((a, b) => a.day - b.day);
    const blocksOf = (dimension: Dimension): DimensionBlocks => {
      const read = (kind: keyof DimensionBlocks) =>
        places.map(({ part, place }) => part.readOne({ dimension, kind }, place));
      const blocks = { lists: read("lists"), cuts: read("cuts"), views: read("views") };
      if (!isWhole) return blocks;
      const whole = rollUp(blocks, monthStart(month));
      return {
        lists: [...blocks.lists, whole.lists],
        cuts: [...blocks.cuts, whole.cuts],
        views: [...blocks.views, whole.views],
      };
    };
    const bots = () => {
      const blocks = places.map(({ part, place }) => part.readOne("bots", place));
      return isWhole ? [...blocks, rollUpSums(blocks)] : blocks;
    };
    const about = { days: places.map(({ day }) => day), month: isWhole ? month : null };
    writeIndexPart(join(folder, file), about, { blocksOf, bots });
    return { file, ...about };
  } finally {
    for (const part of open) part.close();
  }
}
