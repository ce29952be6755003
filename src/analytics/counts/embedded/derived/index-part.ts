import { join } from "node:path";
import { type BlockBuffer, type BlockFile, createBlockFile, Damaged, openBlockFile } from "./block-file.ts";
import { type Dimension, dimensions } from "./dimensions.ts";
import type { IndexPart } from "./manifest.ts";

/**
 * The index of some days of one month: for each dimension the lists of previous days, the cut records and the sums of
 * views, for each of them a block a day, and after the days' one with the month's roll-up where the month is whole;
 * last the events of clients that count as neither. Blocks of consecutive days lie side by side: a range is one read.
 */
export const kinds = ["lists", "cuts", "views"] as const;
export type Kind = (typeof kinds)[number];

/** One dimension's blocks, a day each and perhaps the roll-up. */
export type DimensionBlocks = Readonly<Record<Kind, readonly Uint8Array[]>>;

interface About {
  readonly days: readonly number[];
  readonly month: number | null;
}

export function writeIndexPart(
  path: string,
  about: About,
  content: { blocksOf: (dimension: Dimension) => DimensionBlocks; bots: () => readonly Uint8Array[] },
): void {
  const writer = createBlockFile(path);
  for (const dimension of dimensions) {
    const blocks = content.blocksOf(dimension);
    for (const kind of kinds) for (const block of blocks[kind]) writer.add(block);
  }
  for (const block of content.bots()) writer.add(block);
  writer.finish(about);
}

export interface OpenIndexPart {
  readonly days: readonly number[];
  readonly month: number | null;
  /** Blocks of the places [from, to) among the part's days; the roll-up's place comes after the last day's. */
  read(
    what: { dimension: Dimension; kind: Kind } | "bots",
    from: number,
    to: number,
    into: BlockBuffer,
  ): void;
  readOne(what: { dimension: Dimension; kind: Kind } | "bots", place: number): Uint8Array<ArrayBuffer>;
  close(): void;
}

export function openIndexPart(folder: string, part: IndexPart): OpenIndexPart {
  const file: BlockFile<About> = openBlockFile(join(folder, part.file));
  const { days, month } = file.about;
  const slots = days.length + (month === null ? 0 : 1);
  if (file.blocks !== slots * (dimensions.length * kinds.length + 1)) {
    file.close();
    throw new Damaged(`${part.file} does not have the blocks of ${slots} days`);
  }
  const first = (what: { dimension: Dimension; kind: Kind } | "bots") =>
    slots *
    (what === "bots"
      ? dimensions.length * kinds.length
      : dimensions.indexOf(what.dimension) * kinds.length + kinds.indexOf(what.kind));
  return {
    days,
    month,
    read: (what, from, to, into) => file.read(first(what) + from, first(what) + to, into),
    readOne: (what, place) => file.readOne(first(what) + place),
    close: () => file.close(),
  };
}
