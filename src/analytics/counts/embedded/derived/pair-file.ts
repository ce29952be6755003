import { type BlockFile, createBlockBuffer, createBlockFile, openBlockFile } from "./block-file.ts";

/**
 * The last days of each value and visitor of a dimension: where a chain of previous days goes on. Records are sorted
 * by value, then visitor, 512 to a block, columns within a block; the first value and visitor of each block stay in
 * memory. Sealing reads and writes the file from end to end; a question about a day that is not sealed looks records up.
 */
const perBlock = 512;
const columnCount = 5;

export interface Pair {
  value: number;
  visitor: number;
  /** Day + 1, 0 for never. */
  humanDay: number;
  aiDay: number;
  /** Milliseconds after that day's midnight, of the last event then. */
  humanMs: number;
  aiMs: number;
}

export const createPair = (): Pair => ({ value: 0, visitor: 0, humanDay: 0, aiDay: 0, humanMs: 0, aiMs: 0 });

interface About {
  readonly count: number;
}

export interface PairWriter {
  /** Adds a record; they come in order. */
  add(pair: Pair): void;
  finish(): void;
}

export function createPairFile(path: string): PairWriter {
  const writer = createBlockFile(path);
  const block = new Uint32Array(perBlock * columnCount);
  let fences = new Uint32Array(1024);
  let [inBlock, blocks, count] = [0, 0, 0];

  const flush = () => {
    if (inBlock === 0) return;
    if (blocks * 2 === fences.length) {
      const more = new Uint32Array(fences.length * 2);
      more.set(fences);
      fences = more;
    }
    fences[blocks * 2] = block[0] as number;
    fences[blocks * 2 + 1] = block[perBlock] as number;
    if (inBlock < perBlock)
      for (let column = 1; column < columnCount; column++)
        block.copyWithin(column * inBlock, column * perBlock, column * perBlock + inBlock);
    writer.add(new Uint8Array(block.buffer, 0, inBlock * columnCount * 4));
    blocks++;
    count += inBlock;
    inBlock = 0;
  };
  return {
    add(pair) {
      block[inBlock] = pair.value;
      block[perBlock + inBlock] = pair.visitor;
      block[2 * perBlock + inBlock] = pair.humanDay | (pair.aiDay << 16);
      block[3 * perBlock + inBlock] = pair.humanMs;
      block[4 * perBlock + inBlock] = pair.aiMs;
      if (++inBlock === perBlock) flush();
    },
    finish() {
      flush();
      writer.add(new Uint8Array(fences.buffer, 0, blocks * 8));
      writer.finish({ count } satisfies About);
    },
  };
}

/** Reads the records from end to end. */
export interface PairStream {
  /** The record at hand; null after the last. */
  readonly pair: Pair | null;
  next(): void;
  close(): void;
}

/** Blocks that are read at once. */
const runBlocks = 64;

export function streamPairs(path: string | null): PairStream {
  if (path === null) return { pair: null, next: () => undefined, close: () => undefined };
  const file = openBlockFile<About>(path);
  const buffer = createBlockBuffer();
  const pair = createPair();
  const dataBlocks = file.blocks - 1;
  let [firstBlock, block, at, records] = [0, -1, 0, 0];
  let isEnded = false;

  const load = (next: number): boolean => {
    if (next >= dataBlocks) return false;
    if (block < 0 || next >= firstBlock + buffer.starts.length) {
      firstBlock = next;
      file.read(next, Math.min(next + runBlocks, dataBlocks), buffer);
    }
    block = next;
    at = 0;
    records = recordsIn(file.about.count, block);
    return true;
  };
  const next = () => {
    if (block >= 0 && at + 1 < records) at++;
    else if (!load(block + 1)) {
      isEnded = true;
      return;
    }
    readRecord(buffer.u32, { start: (buffer.starts[block - firstBlock] as number) >>> 2, records, at }, pair);
  };
  next();
  return {
    get pair() {
      return isEnded ? null : pair;
    },
    next,
    close: () => file.close(),
  };
}

export interface PairFile {
  /** Finds a record, cheapest where look-ups come in order; false where there is none. */
  find(value: number, visitor: number, into: Pair): boolean;
  close(): void;
}

export function openPairFile(path: string): PairFile {
  const file: BlockFile<About> = openBlockFile(path);
  const last = file.readOne(file.blocks - 1);
  const fences = new Uint32Array(last.buffer, last.byteOffset, last.length / 4);
  const buffer = createBlockBuffer();
  let held = -1;
  return {
    find(value, visitor, into) {
      let [low, high] = [0, fences.length / 2];
      while (low < high) {
        const middle = (low + high) >>> 1;
        const order = (fences[middle * 2] as number) - value || (fences[middle * 2 + 1] as number) - visitor;
        if (order <= 0) low = middle + 1;
        else high = middle;
      }
      if (low === 0) return false;
      if (held !== low - 1) {
        held = low - 1;
        file.read(held, held + 1, buffer);
      }
      const records = recordsIn(file.about.count, held);
      let [first, end] = [0, records];
      while (first < end) {
        const middle = (first + end) >>> 1;
        const order =
          (buffer.u32[middle] as number) - value || (buffer.u32[records + middle] as number) - visitor;
        if (order === 0) {
          readRecord(buffer.u32, { start: 0, records, at: middle }, into);
          return true;
        }
        if (order < 0) first = middle + 1;
        else end = middle;
      }
      return false;
    },
    close: () => file.close(),
  };
}

function readRecord(
  u32: Uint32Array,
  { start, records, at }: { start: number; records: number; at: number },
  pair: Pair,
): void {
  const from = start + at;
  pair.value = u32[from] as number;
  pair.visitor = u32[from + records] as number;
  const days = u32[from + 2 * records] as number;
  pair.humanDay = days & 0xffff;
  pair.aiDay = days >>> 16;
  pair.humanMs = u32[from + 3 * records] as number;
  pair.aiMs = u32[from + 4 * records] as number;
}

const recordsIn = (count: number, block: number): number => Math.min(perBlock, count - block * perBlock);
