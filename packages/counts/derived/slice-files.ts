import { join } from "node:path";
import { monthOf } from "../calendar.ts";
import { channelOf } from "../channels.ts";
import type { Names } from "../events/names.ts";
import { limits } from "../limits.ts";
import { type BlockBuffer, type BlockFile, createBlockFile, Damaged, openBlockFile } from "./block-file.ts";
import type { Manifest, SegmentEntry } from "./manifest.ts";
import { openSegments, type Segments } from "./segments.ts";
import { encodeSlices, type SliceKey, sliceKeys } from "./slices.ts";

interface About {
  readonly days: readonly number[];
  /** The stamps of the segments from which the days were read. */
  readonly stamps: readonly string[];
}

/** A file with the slices of some days. For each key, it has the rows of all days, then their tables. */
export interface SliceFile {
  readonly days: readonly number[];
  readonly stamps: readonly string[];
  /** Reads the tables of the days at [from, to) together. */
  readTables(key: SliceKey, from: number, to: number, into: BlockBuffer): void;
  /** Reads some bytes of a day's rows. `from` must be a multiple of 8. */
  readRows(
    key: SliceKey,
    place: number,
    part: { readonly from: number; readonly length: number },
    into: BlockBuffer,
  ): void;
  close(): void;
}

export function openSliceFile(folder: string, { file }: SegmentEntry): SliceFile {
  const open: BlockFile<About> = openBlockFile(join(folder, file));
  const { days, stamps } = open.about;
  if (open.blocks !== days.length * sliceKeys.length * 2) {
    open.close();
    throw new Damaged(`${file} does not have the slices of ${days.length} days`);
  }
  const rowsOf = (key: SliceKey) => sliceKeys.indexOf(key) * 2 * days.length;
  return {
    days,
    stamps,
    readTables: (key, from, to, into) => {
      const tables = rowsOf(key) + days.length;
      open.read(tables + from, tables + to, into);
    },
    readRows: (key, place, part, into) => open.readPart(rowsOf(key) + place, part, into),
    close: () => open.close(),
  };
}

/**
 * Builds the slices of days that lack them, month by month, and drops those of days that were sealed again. Once a
 * month is whole, its days are in one file. Returns the same manifest if there is nothing to do.
 */
export function extendSlices(
  folder: string,
  manifest: Manifest,
  { names, isWhole }: { names: () => Names; isWhole: (month: number) => boolean },
): { manifest: Manifest; isDone: boolean } {
  const segments = openSegments(folder, manifest.segments);
  try {
    const current = manifest.slices ?? [];
    const slices = current.filter((entry) => isCurrent(folder, entry, segments));
    const generation = manifest.generation + 1;
    let events = 0;
    for (const [month, all] of Map.groupBy(segments.days, monthOf)) {
      const own = slices.filter(({ days }) => monthOf(days[0] ?? 0) === month);
      const have = new Set(own.flatMap(({ days }) => days));
      const fresh = all.filter((day) => !have.has(day));
      const files = own.length + (fresh.length > 0 ? 1 : 0);
      const isMerged = files > (isWhole(month) ? 1 : limits.partsMax);
      if (fresh.length === 0 && !isMerged) continue;
      if (events > limits.indexEventsMax)
        return { manifest: { ...manifest, generation, slices }, isDone: false };
      const days = isMerged ? all : fresh;
      if (isMerged) for (const entry of own) slices.splice(slices.indexOf(entry), 1);
      const file = `slices-${generation}-${month}`;
      writeSlices(join(folder, file), days, { segments, names: names() });
      slices.push({ file, days });
      events += days.reduce((sum, day) => sum + segments.lengthOf(day), 0);
    }
    const isSame = slices.length === current.length && slices.every((entry) => current.includes(entry));
    return { manifest: isSame ? manifest : { ...manifest, generation, slices }, isDone: true };
  } finally {
    segments.close();
  }
}

/** Whether all days of a file were built from the segments that now serve them. */
function isCurrent(folder: string, entry: SegmentEntry, segments: Segments): boolean {
  const open = openSliceFile(folder, entry);
  try {
    return open.days.every((day, place) => segments.stampOf(day) === open.stamps[place]);
  } finally {
    open.close();
  }
}

function writeSlices(
  path: string,
  days: readonly number[],
  { segments, names }: { segments: Segments; names: Names },
): void {
  const writer = createBlockFile(path);
  for (const key of sliceKeys) {
    const ranks = rankValues(key, names);
    const tables: Uint8Array[] = [];
    for (const day of days) {
      const encoded = encodeSlices(segments.loadInPlace(day), key, ranks);
      writer.add(encoded.rows);
      tables.push(encoded.table);
    }
    for (const table of tables) writer.add(table);
  }
  writer.finish({
    days,
    stamps: days.map((day) => segments.stampOf(day) ?? ""),
  } satisfies About);
}

/**
 * Returns a rank for each value, so that the values that one filter selects are next to each other. Names added later
 * are in no day yet.
 */
function rankValues(key: SliceKey, names: Names): Uint32Array {
  const texts = sortTexts[key](names);
  const order = Uint32Array.from(texts.keys()).sort((a, b) => {
    const [x, y] = [texts[a] as string, texts[b] as string];
    return x < y ? -1 : x > y ? 1 : 0;
  });
  const ranks = new Uint32Array(texts.length);
  order.forEach((value, rank) => {
    ranks[value] = rank;
  });
  return ranks;
}

const sortTexts: Readonly<Record<SliceKey, (names: Names) => readonly string[]>> = {
  client: ({ clients }) =>
    clients.map((client) =>
      client === undefined
        ? ""
        : [client.kind, client.category, client.operator, client.name].map((text) => text ?? "").join("\n"),
    ),
  referrer: ({ referrers, hosts }) =>
    referrers.map((referrer, id) => [hosts[id], channelOf(referrer), referrer].join("\n")),
  path: ({ paths }) => paths,
};
