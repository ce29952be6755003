import { closeSync, fsyncSync, openSync, readSync, renameSync, statSync, writeSync } from "node:fs";
import { crc32 } from "node:zlib";

/**
 * A file of numbered blocks that is written once. It consists of the blocks (each at a multiple of eight bytes, so that
 * columns can be read in place), a table with each block's position, length and checksum, metadata as JSON, and a
 * trailer with the table's checksum. Reading any damaged part throws `Damaged`.
 */
const magic = 0x31_42_57_44;
const trailerBytes = 24;
const rowWords = 4;

/** A derived file is missing or was changed. It must be rebuilt from the events. */
export class Damaged extends Error {
  override readonly name = "Damaged";
}

export interface BlockWriter {
  /** Writes a block and returns its number. */
  add(block: Uint8Array): number;
  /** Makes the file durable under its final name. */
  finish(about: unknown): void;
  abandon(): void;
}

export function createBlockFile(path: string): BlockWriter {
  const temporary = `${path}.tmp`;
  const file = openSync(temporary, "w", 0o600);
  const rows: number[] = [];
  let at = 0;
  const write = (bytes: Uint8Array) => {
    for (let done = 0; done < bytes.length; )
      done += writeSync(file, bytes, done, bytes.length - done, at + done);
    at += bytes.length;
    const gap = -at & 7;
    if (gap > 0) {
      writeSync(file, new Uint8Array(gap), 0, gap, at);
      at += gap;
    }
  };
  return {
    add(block) {
      rows.push(at % 2 ** 32, Math.floor(at / 2 ** 32), block.length, crc32(block));
      write(block);
      return rows.length / rowWords - 1;
    },
    finish(about) {
      const table = Uint8Array.from(new Uint8Array(Uint32Array.from(rows).buffer));
      const text = Buffer.from(JSON.stringify(about));
      const tableAt = at;
      write(Buffer.concat([table, text]));
      const trailer = new DataView(new ArrayBuffer(trailerBytes));
      trailer.setFloat64(0, tableAt, true);
      trailer.setUint32(8, table.length, true);
      trailer.setUint32(12, text.length, true);
      trailer.setUint32(16, crc32(text, crc32(table)), true);
      trailer.setUint32(20, magic, true);
      write(new Uint8Array(trailer.buffer));
      fsyncSync(file);
      closeSync(file);
      renameSync(temporary, path);
    },
    abandon: () => closeSync(file),
  };
}

export interface BlockFile<About> {
  readonly about: About;
  readonly blocks: number;
  /** Reads the blocks [from, to) together; they are valid until the next read into the same buffer. */
  read(from: number, to: number, into: BlockBuffer): void;
  /** Reads up to `length` bytes of a block, beginning at byte `from`, a multiple of 8. */
  readPart(block: number, part: { from: number; length: number }, into: BlockBuffer): void;
  /** Reads one block into new memory. */
  readOne(block: number): Uint8Array<ArrayBuffer>;
  lengthOf(block: number): number;
  close(): void;
}

/** Blocks read together into one reusable buffer. */
export interface BlockBuffer {
  bytes: ArrayBuffer;
  u32: Uint32Array<ArrayBuffer>;
  u16: Uint16Array<ArrayBuffer>;
  /** The start of each block in the last read, in bytes. */
  starts: number[];
}

export function createBlockBuffer(): BlockBuffer {
  const bytes = new ArrayBuffer(1 << 16);
  return { bytes, u32: new Uint32Array(bytes), u16: new Uint16Array(bytes), starts: [] };
}

/** Throws `Damaged` if the file is missing, truncated or changed. */
export function openBlockFile<About>(path: string): BlockFile<About> {
  let file: number;
  try {
    file = openSync(path, "r");
  } catch (error) {
    throw new Damaged(`${path} could not be opened`, { cause: error });
  }
  try {
    return readTable(path, file);
  } catch (error) {
    closeSync(file);
    throw error;
  }
}

function readTable<About>(path: string, file: number): BlockFile<About> {
  const size = statSync(path).size;
  const trailer = new DataView(
    readAt(file, { path, at: Math.max(0, size - trailerBytes), length: trailerBytes }).buffer,
  );
  if (trailer.getUint32(20, true) !== magic) throw new Damaged(`${path} has no valid trailer`);
  const [tableAt, tableLength] = [trailer.getFloat64(0, true), trailer.getUint32(8, true)];
  const bytes = readAt(file, { path, at: tableAt, length: tableLength + trailer.getUint32(12, true) });
  if (crc32(bytes) !== trailer.getUint32(16, true)) throw new Damaged(`${path} has a damaged table`);
  const rows = new Uint32Array(bytes.buffer, 0, tableLength / 4);
  const about = JSON.parse(Buffer.from(bytes.subarray(tableLength)).toString()) as About;

  const blocks = rows.length / rowWords;
  const startOf = (block: number) =>
    (rows[block * rowWords] as number) + (rows[block * rowWords + 1] as number) * 2 ** 32;
  const lengthOf = (block: number) => rows[block * rowWords + 2] as number;
  /** Each block is verified only when it is first read, because the page cache will not change it later. */
  const checked = new Uint8Array(blocks);
  const check = (block: number, block8: Uint8Array) => {
    if (checked[block] === 1) return;
    if (crc32(block8) !== rows[block * rowWords + 3])
      throw new Damaged(`${path} is damaged in block ${block}`);
    checked[block] = 1;
  };
  return {
    about,
    blocks,
    lengthOf,
    read(from, to, into) {
      into.starts.length = 0;
      if (from >= to) return;
      const at = startOf(from);
      const length = startOf(to - 1) + lengthOf(to - 1) - at;
      reserve(into, length);
      readInto(file, new Uint8Array(into.bytes, 0, length), { path, at });
      for (let block = from; block < to; block++) {
        const start = startOf(block) - at;
        into.starts.push(start);
        check(block, new Uint8Array(into.bytes, start, lengthOf(block)));
      }
    },
    readPart(block, part, into) {
      const from = Math.min(part.from, lengthOf(block));
      const length = Math.min(part.length, lengthOf(block) - from);
      if (checked[block] === 0)
        check(block, readAt(file, { path, at: startOf(block), length: lengthOf(block) }));
      reserve(into, length);
      readInto(file, new Uint8Array(into.bytes, 0, length), { path, at: startOf(block) + from });
      into.starts = [0];
    },
    readOne(block) {
      const bytesOf = readAt(file, { path, at: startOf(block), length: lengthOf(block) });
      check(block, bytesOf);
      return bytesOf;
    },
    close: () => closeSync(file),
  };
}

function reserve(into: BlockBuffer, length: number): void {
  if (into.bytes.byteLength >= length) return;
  into.bytes = new ArrayBuffer((length + (length >> 2) + 15) & ~7);
  into.u32 = new Uint32Array(into.bytes);
  into.u16 = new Uint16Array(into.bytes);
}

function readAt(file: number, place: { path: string; at: number; length: number }): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(place.length);
  readInto(file, bytes, place);
  return bytes;
}

function readInto(file: number, bytes: Uint8Array, { path, at }: { path: string; at: number }): void {
  for (let done = 0; done < bytes.length; ) {
    const got = readSync(file, bytes, done, bytes.length - done, at + done);
    if (got === 0) throw new Damaged(`${path} is truncated`);
    done += got;
  }
}
