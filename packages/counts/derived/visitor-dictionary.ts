import { type BlockFile, createBlockBuffer, createBlockFile, openBlockFile } from "./block-file.ts";
import { compareWords, sortVisitors } from "./visitor-order.ts";

/**
 * A project's visitors and their numbers, on disk: sorted by visitor, in blocks of 256. The first visitor of each block
 * is in memory (16 bytes per 256 visitors). A lookup reads one block of 5 KiB.
 */
const perBlock = 256;

export interface VisitorDictionary {
  /** Returns the number of the visitor whose four words begin at `at`, or -1 if the visitor is unknown. */
  find(words: Uint32Array, at: number): number;
  close(): void;
}

interface About {
  readonly count: number;
}

export function openVisitorDictionary(path: string): VisitorDictionary {
  const file = openBlockFile<About>(path);
  const fences = wordsOf(file.readOne(file.blocks - 1));
  const buffer = createBlockBuffer();
  let held = -1;
  return {
    find(words, at) {
      const block = lastAtOrBefore(fences, words, at);
      if (block < 0) return -1;
      if (block !== held) file.read(block, block + 1, buffer);
      held = block;
      return findInBlock(buffer.u32, recordsIn(file.about.count, block), words, at);
    },
    close: () => file.close(),
  };
}

/** Returns the last block whose first visitor is not after the wanted one; -1 if all are after it. */
function lastAtOrBefore(fences: Uint32Array, words: Uint32Array, at: number): number {
  let [low, high] = [0, fences.length / 4];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compareWords(fences, middle * 4, words, at) <= 0) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** Searches a block. A block holds the first words of all records, then the second words …, then the numbers. */
function findInBlock(block: Uint32Array, records: number, words: Uint32Array, at: number): number {
  let [low, high] = [0, records];
  while (low < high) {
    const middle = (low + high) >>> 1;
    let order = 0;
    for (let word = 0; word < 4 && order === 0; word++)
      order = (block[word * records + middle] as number) - (words[at + word] as number);
    if (order === 0) return block[4 * records + middle] as number;
    if (order < 0) low = middle + 1;
    else high = middle;
  }
  return -1;
}

const recordsIn = (count: number, block: number): number => Math.min(perBlock, count - block * perBlock);

const wordsOf = (bytes: Uint8Array<ArrayBuffer>): Uint32Array =>
  new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4);

/**
 * Assigns numbers to `count` visitors of four words each. Known visitors keep their number from the dictionary `from`;
 * new ones get the next numbers, starting at `end`, in order. Writes the merged dictionary to `to` unless all were
 * known.
 */
export function numberVisitors(
  words: Uint32Array,
  count: number,
  { from, to, end }: { from: string | null; to: string; end: number },
): { numbers: Uint32Array; end: number; isNew: boolean } {
  const order = sortVisitors(words, count);
  const numbers = new Uint32Array(count);
  const isKnown = new Uint8Array(count);
  let next = end;
  const old = from === null ? null : openBlockFile<About>(from);
  try {
    if (old !== null) matchKnown(old, { words, order, numbers, isKnown });
    for (const i of order) if (isKnown[i] === 0) numbers[i] = next++;
    if (next > end) writeMerged(to, old, { words, order, numbers, isKnown });
  } finally {
    old?.close();
  }
  return { numbers, end: next, isNew: next > end };
}

interface Numbering {
  readonly words: Uint32Array;
  readonly order: Uint32Array;
  readonly numbers: Uint32Array;
  readonly isKnown: Uint8Array;
}

/** Yields each record of a dictionary in order, as four words and a number. */
function* recordsOf(file: BlockFile<About>): Generator<Uint32Array> {
  const record = new Uint32Array(5);
  for (let block = 0; block < file.blocks - 1; block++) {
    const words = wordsOf(file.readOne(block));
    const records = words.length / 5;
    for (let i = 0; i < records; i++) {
      for (let word = 0; word < 5; word++) record[word] = words[word * records + i] as number;
      yield record;
    }
  }
}

function matchKnown(file: BlockFile<About>, { words, order, numbers, isKnown }: Numbering): void {
  let at = 0;
  for (const record of recordsOf(file)) {
    while (at < order.length && compareWords(words, (order[at] as number) * 4, record, 0) < 0) at++;
    if (at === order.length) return;
    const i = order[at] as number;
    if (compareWords(words, i * 4, record, 0) !== 0) continue;
    numbers[i] = record[4] as number;
    isKnown[i] = 1;
  }
}

function writeMerged(path: string, old: BlockFile<About> | null, numbering: Numbering): void {
  const { words, order, numbers, isKnown } = numbering;
  const writer = createBlockFile(path);
  const fences: number[] = [];
  let pending: number[] = [];
  let count = 0;
  const flush = () => {
    const records = pending.length / 5;
    if (records === 0) return;
    const block = new Uint32Array(pending.length);
    for (let i = 0; i < records; i++)
      for (let word = 0; word < 5; word++) block[word * records + i] = pending[i * 5 + word] as number;
    fences.push(...pending.slice(0, 4));
    writer.add(new Uint8Array(block.buffer));
    count += records;
    pending = [];
  };
  const put = (source: Uint32Array, at: number, number: number) => {
    for (let word = 0; word < 4; word++) pending.push(source[at + word] as number);
    pending.push(number);
    if (pending.length === perBlock * 5) flush();
  };

  const fresh = order.filter((i) => isKnown[i] === 0);
  let at = 0;
  for (const record of old === null ? [] : recordsOf(old)) {
    for (; at < fresh.length; at++) {
      const i = fresh[at] as number;
      if (compareWords(words, i * 4, record, 0) > 0) break;
      put(words, i * 4, numbers[i] as number);
    }
    put(record, 0, record[4] as number);
  }
  for (; at < fresh.length; at++)
    put(words, (fresh[at] as number) * 4, numbers[fresh[at] as number] as number);
  flush();
  writer.add(new Uint8Array(Uint32Array.from(fences).buffer));
  writer.finish({ count } satisfies About);
}
