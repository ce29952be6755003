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
  /** The events on the disk, and when the first of them arrived; null if there are none. */
  waiting(): { readonly events: number; readonly sinceMs: number | null };
  /** False if there is so little room that a batch may soon be rejected. */
  readonly hasRoom: boolean;
  /** Resolves once the batch is on the disk. Throws `unavailable` if there is no room. */
  add(batch: SpilledBatch): Promise<void>;
  /** Returns the oldest batches; null if there are none. `remove` deletes them once they are stored. */
  oldest(): Promise<{ readonly batches: readonly SpilledBatch[]; remove(): Promise<void> } | null>;
  close(): Promise<void>;
}

interface Waiting extends Contents {
  readonly record: Buffer;
  /** Whether later records belong in another file. */
  readonly isLast: boolean;
  readonly resolve: () => void;
  readonly reject: (cause: unknown) => void;
}

/** The events of a file or a record. */
interface Contents {
  readonly events: number;
  /** Null for an empty file. */
  readonly sinceMs: number | null;
}

/** The length and checksum of the body, the number of its events, and the time of their arrival. */
const headerBytes = 20;

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
  const contents = new Map<string, Contents>(
    files.map((name) => [name, readContents(readFileSync(join(folder, name)))]),
  );
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
        for (const more of group) contents.set(to.name, joined(contents.get(to.name), more));
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
  const write = (record: Buffer, more: Pick<Waiting, "isLast" | "events" | "sinceMs">) =>
    new Promise<void>((resolve, reject) => {
      waiting.push({ record, ...more, resolve, reject });
      writing ??= writeAll();
    });
  const add: Spill["add"] = async (batch) => {
    const body = serialize(batch);
    const record = Buffer.alloc(headerBytes + body.length);
    record.writeUInt32LE(body.length, 0);
    record.writeUInt32LE(crc32(body), 4);
    record.writeUInt32LE(batch.batch.length, 8);
    record.writeDoubleLE(batch.receivedAt, 12);
    body.copy(record, headerBytes);
    if (bytes + record.length > bytesMax)
      throw unavailable("ClickHouse has been down for too long: the limit for waiting events is reached.");
    bytes += record.length;
    try {
      await write(record, { isLast: false, events: batch.batch.length, sinceMs: batch.receivedAt });
    } catch (error) {
      bytes -= record.length;
      throw unavailable("Could not write to the disk. Try again in a few seconds.", error);
    }
  };
  return {
    get isEmpty() {
      return files.length === 0;
    },
    waiting: () => [...contents.values()].reduce(joined, nothing),
    get hasRoom() {
      return bytes + limits.spillRoomBytesMin <= bytesMax;
    },
    add,
    async oldest() {
      const [name] = files;
      if (name === undefined) return null;
      if (current?.name === name) await write(Buffer.alloc(0), { isLast: true, ...nothing });
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
          contents.delete(name);
        },
      };
    },
    async close() {
      await writing;
      await rotate();
    },
  };
}

const nothing: Contents = { events: 0, sinceMs: null };

const joined = (one: Contents = nothing, other: Contents): Contents => ({
  events: one.events + other.events,
  sinceMs: one.sinceMs ?? other.sinceMs,
});

/** Reads only the headers, because a file can contain many thousands of batches. */
function readContents(data: Buffer): Contents {
  let all = nothing;
  for (let at = 0; at + headerBytes <= data.length; ) {
    const end = at + headerBytes + data.readUInt32LE(at);
    if (end > data.length) break;
    all = joined(all, { events: data.readUInt32LE(at + 8), sinceMs: data.readDoubleLE(at + 12) });
    at = end;
  }
  return all;
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
