import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import { Damaged } from "./block-file.ts";
import type { Dimension } from "./dimensions.ts";

/**
 * Names the files that are valid together. It is replaced as a whole, by a rename, after every file it names is
 * durable: before that moment the old state holds, after it the new one, and a crash leaves at most files that
 * nothing names.
 */
export interface Manifest {
  readonly format: typeof format;
  /** Goes up with each switch; part of the names of new files. */
  readonly generation: number;
  /** Files with days of events. A day is served by the last file that has it. */
  readonly segments: readonly SegmentEntry[];
  /** The file that gives visitors their numbers, or null before there is one. */
  readonly visitors: string | null;
  /** Numbers given so far. */
  readonly visitorsEnd: number;
  readonly index: IndexEntry | null;
  /** When days that had changed since they were sealed were last sealed anew. */
  readonly repairedAtMs: number;
}

export interface SegmentEntry {
  readonly file: string;
  /** Days served by this file, ascending. */
  readonly days: readonly number[];
}

/** The index over all days of the segments. */
export interface IndexEntry {
  /** The state of the classification it was built under. */
  readonly classification: number;
  /** The last day it covers: the chains of previous days run from the first one to here. */
  readonly through: number;
  /** Paths that were known: which of them are folders is decided by them. */
  readonly pathsEnd: number;
  /** Each day is in one part. */
  readonly parts: readonly IndexPart[];
  /** By dimension: the file of the last days of each value and visitor. */
  readonly pairs: Readonly<Record<Dimension, string>>;
  /** Pages that became folders after days were indexed on which they were read: from which day they are right. */
  readonly lateFolders: Readonly<Record<string, number>>;
}

export interface IndexPart {
  readonly file: string;
  readonly days: readonly number[];
  /** The month whose roll-up it holds, or null. */
  readonly month: number | null;
}

const format = 3;
const name = "manifest";

export const emptyManifest: Manifest = {
  format,
  generation: 0,
  segments: [],
  visitors: null,
  visitorsEnd: 0,
  index: null,
  repairedAtMs: 0,
};

/** The index of a project of which nothing is sealed. */
export const emptyIndex: IndexEntry = {
  classification: 0,
  through: -1,
  pathsEnd: 0,
  parts: [],
  pairs: {} as IndexEntry["pairs"],
  lateFolders: {},
};

/** The manifest of a folder; the empty one where there is none, or none that is whole: all can be made again. */
export function readManifest(folder: string): Manifest {
  let text: string;
  try {
    text = readFileSync(join(folder, name), "utf8");
  } catch {
    return emptyManifest;
  }
  const end = text.indexOf("\n");
  const body = text.slice(end + 1);
  if (end < 0 || text.slice(0, end) !== checksum(body)) return emptyManifest;
  const manifest = JSON.parse(body) as Manifest;
  return manifest.format === format ? manifest : emptyManifest;
}

/** Makes a manifest the valid one. The files it names are durable already, their names not yet. */
export function switchManifest(folder: string, manifest: Manifest): void {
  syncFolder(folder);
  const body = JSON.stringify(manifest);
  const temporary = join(folder, `${name}.tmp`);
  const file = openSync(temporary, "w", 0o600);
  writeSync(file, `${checksum(body)}\n${body}`);
  fsyncSync(file);
  closeSync(file);
  renameSync(temporary, join(folder, name));
  syncFolder(folder);
}

/** Deletes what the manifest does not name. Only once nobody reads by an older one. */
export function sweepFolder(folder: string, manifest: Manifest): void {
  const named = new Set([name, ...filesOf(manifest)]);
  for (const file of readdirSync(folder)) if (!named.has(file)) rmSync(join(folder, file), { force: true });
}

/** Throws `Damaged` where a file that the manifest names is not there. */
export function checkFiles(folder: string, manifest: Manifest): void {
  const present = new Set(existsSync(folder) ? readdirSync(folder) : []);
  const missing = filesOf(manifest).find((file) => !present.has(file));
  if (missing !== undefined) throw new Damaged(`${missing} is missing`);
}

function filesOf({ segments, visitors, index }: Manifest): string[] {
  const parts = index === null ? [] : [...index.parts.map(({ file }) => file), ...Object.values(index.pairs)];
  return [...segments.map(({ file }) => file), ...(visitors === null ? [] : [visitors]), ...parts];
}

function syncFolder(folder: string): void {
  const file = openSync(folder, "r");
  fsyncSync(file);
  closeSync(file);
}

const checksum = (body: string): string => crc32(body).toString(16).padStart(8, "0");

/** The entries without these days, and without those that serve none any more. */
export function withoutDays(entries: readonly SegmentEntry[], days: ReadonlySet<number>): SegmentEntry[] {
  return entries
    .map(({ file, days: served }) => ({ file, days: served.filter((day) => !days.has(day)) }))
    .filter(({ days: served }) => served.length > 0);
}

/** Lets go of all that is derived; the next maintenance makes it again. */
export function discardManifest(folder: string): void {
  rmSync(join(folder, name), { force: true });
}
