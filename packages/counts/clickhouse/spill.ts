import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
} from "node:fs";
import { type FileHandle, open, unlink } from "node:fs/promises";
import { join } from "node:path";
import { deserialize, serialize } from "node:v8";
import { crc32 } from "node:zlib";
import { CountsError } from "../errors.ts";
import { limits } from "../limits.ts";
import type { ReceivedBatch } from "./candidate.ts";

/** A batch that ClickHouse has not confirmed. */
export interface SpilledBatch extends ReceivedBatch {
  readonly projectId: string;
}

/**
 * Batches on the disk that wait for ClickHouse, in files with checksums, in the order of their arrival. A file is
 * deleted after all of its batches have been stored; until then, they are all stored again after a crash.
 */
export interface Spill {
  readonly isEmpty: boolean;
  /** Resolves once the batch is on the disk. Throws `unavailable` if there is no room. */
  add(batch: SpilledBatch): Promise<void>;
  /** Returns the oldest batches; null if there are none. `remove` deletes them once they are stored. */
  oldest(): Promise<{ readonly batches: readonly SpilledBatch[]; remove(): Promise<void> } | null>;
  close(): Promise<void>;
}

interface Waiting {
  readonly record: Buffer;
  /** Whether later records belong in another file. */
  readonly isLast: boolean;
  readonly resolve: () => void;
  readonly reject: (cause: unknown) => void;
}

const headerBytes = 8;

export interface SpillOptions {
  readonly onDamage: (cause: unknown) => void;
  readonly bytesMax?: number;
  readonly fileBytesMax?: number;
}

export function openSpill(folder: string, options: SpillOptions): Spill {
  const { bytesMax = limits.spillBytesMax, fileBytesMax = limits.spillFileBytesMax, onDamage } = options;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const files = readdirSync(folder)
    .filter((name) => /^[0-9]{12}\.spill$/u.test(name))
    .sort();
  let bytes = files.reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
  let next = files.length === 0 ? 1 : Number((files.at(-1) as string).slice(0, 12)) + 1;
  let current: { readonly name: string; readonly file: FileHandle; bytes: number } | null = null;
  let waiting: Waiting[] = [];
  let writing: Promise<void> | null = null;

  const rotate = async () => {
    const file = current?.file;
    current = null;
    await file?.close();
  };
  const use = async () => {
    if (current !== null && current.bytes >= fileBytesMax) await rotate();
    if (current === null) {
      const name = `${String(next++).padStart(12, "0")}.spill`;
      current = { name, file: await open(join(folder, name), "wx", 0o600), bytes: 0 };
      files.push(name);
      syncFolder(folder);
    }
    return current;
  };
  /** Batches that arrive during a write are then written together. */
  const writeAll = async () => {
    while (waiting.length > 0) {
      const group = waiting;
      waiting = [];
      try {
        const to = await use();
        const data = Buffer.concat(group.map(({ record }) => record));
        await to.file.appendFile(data);
        await to.file.datasync();
        to.bytes += data.length;
        if (group.some(({ isLast }) => isLast)) await rotate();
        for (const { resolve } of group) resolve();
      } catch (error) {
        // The file may end with a part of a record, so nothing may be added to it.
        await rotate().catch(() => {});
        for (const { reject } of group) reject(error);
      }
    }
    writing = null;
  };
  const write = (record: Buffer, { isLast }: { isLast: boolean }) =>
    new Promise<void>((resolve, reject) => {
      waiting.push({ record, isLast, resolve, reject });
      writing ??= writeAll();
    });
  const add: Spill["add"] = async (batch) => {
    const body = serialize(batch);
    const record = Buffer.alloc(headerBytes + body.length);
    record.writeUInt32LE(body.length, 0);
    record.writeUInt32LE(crc32(body), 4);
    body.copy(record, headerBytes);
    if (bytes + record.length > bytesMax)
      throw unavailable("ClickHouse has been down for too long: the limit for waiting events is reached.");
    bytes += record.length;
    try {
      await write(record, { isLast: false });
    } catch (error) {
      bytes -= record.length;
      throw unavailable("Could not write to the disk. Try again in a few seconds.", error);
    }
  };
  return {
    get isEmpty() {
      return files.length === 0;
    },
    add,
    async oldest() {
      const [name] = files;
      if (name === undefined) return null;
      if (current?.name === name) await write(Buffer.alloc(0), { isLast: true });
      const path = join(folder, name);
      const data = readFileSync(path);
      const { batches, isDamaged } = parse(data);
      return {
        batches,
        async remove() {
          if (!isDamaged) await unlink(path);
          else {
            renameSync(path, `${path}.damaged`);
            onDamage(new Error(`${path}.damaged contains events that could not be read.`));
          }
          bytes -= data.length;
          files.splice(files.indexOf(name), 1);
        },
      };
    },
    async close() {
      await writing;
      await rotate();
    },
  };
}

/** If a crash interrupted the last write, the file ends with a part of a record whose sender got no response. */
function parse(data: Buffer): { batches: SpilledBatch[]; isDamaged: boolean } {
  const batches: SpilledBatch[] = [];
  let at = 0;
  while (at + headerBytes <= data.length) {
    const end = at + headerBytes + data.readUInt32LE(at);
    if (end > data.length) break;
    const body = data.subarray(at + headerBytes, end);
    if (crc32(body) !== data.readUInt32LE(at + 4)) return { batches, isDamaged: true };
    batches.push(deserialize(body) as SpilledBatch);
    at = end;
  }
  return { batches, isDamaged: false };
}

/** A new file is only durable once its folder is. */
function syncFolder(folder: string): void {
  const fd = openSync(folder, "r");
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}

function unavailable(message: string, cause?: unknown): CountsError {
  return new CountsError("unavailable", message, { cause, fields: { retryAfterSeconds: 5 } });
}
