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
 * Lists the files that are valid together. It is replaced as a whole, by a rename, after every listed file is durable.
 * A crash therefore leaves either the old state or the new one, and at most some unlisted files.
 */
export interface Manifest {
  readonly format: typeof format;
  /** Increases with each switch; it is part of the names of new files. */
  readonly generation: number;
  /** Files with days of events. A day is served by the last file that contains it. */
  readonly segments: readonly SegmentEntry[];
  /** The visitor dictionary, which gives visitors their numbers, or null if there is none yet. */
  readonly visitors: string | null;
  /** The next unused visitor number. */
  readonly visitorsEnd: number;
  readonly index: IndexEntry | null;
  /** Files with the slices of days. Absent in manifests of versions without slices. */
  readonly sliceFiles?: readonly SegmentEntry[];
  /** When changed days were last resealed. */
  readonly repairedAtMs: number;
}

export interface SegmentEntry {
  readonly file: string;
  /** Days served by this file, ascending. */
  readonly days: readonly number[];
}

/** The index over all days of the segments. */
export interface IndexEntry {
  /** The state of the classification when the index was built. */
  readonly classification: number;
  /** The last day that the index covers. The chains of previous days run from the first day to this day. */
  readonly through: number;
  /** The number of known paths, which determine which paths are folders. */
  readonly pathsEnd: number;
  /** Each day is in exactly one part. */
  readonly parts: readonly IndexPart[];
  /** For each dimension, the file with the last days of each value and visitor. */
  readonly pairs: Readonly<Record<Dimension, string>>;
  /** Pages that had indexed days before they became folders, with the first day on which the folder is correct. */
  readonly lateFolders: Readonly<Record<string, number>>;
}

export interface IndexPart {
  readonly file: string;
  readonly days: readonly number[];
  /** The month whose roll-up this part contains, or null. */
  readonly month: number | null;
}

const format = 4;
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

/** The index of a project without sealed days. */
export const emptyIndex: IndexEntry = {
  classification: 0,
  through: -1,
  pathsEnd: 0,
  parts: [],
  pairs: {} as IndexEntry["pairs"],
  lateFolders: {},
};

/**
 * Reads a folder's manifest. If it is missing or damaged, returns the empty manifest, because everything can be
 * rebuilt.
 */
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

/** Activates a manifest. The contents of its files must be durable; their names become durable here. */
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

/** Deletes files that the manifest does not list. Call this only when no reader uses an older manifest. */
export function sweepFolder(folder: string, manifest: Manifest): void {
  const named = new Set([name, ...filesOf(manifest)]);
  for (const file of readdirSync(folder)) if (!named.has(file)) rmSync(join(folder, file), { force: true });
}

/** Throws `Damaged` if a listed file is missing. */
export function checkFiles(folder: string, manifest: Manifest): void {
  const present = new Set(existsSync(folder) ? readdirSync(folder) : []);
  const missing = filesOf(manifest).find((file) => !present.has(file));
  if (missing !== undefined) throw new Damaged(`${missing} is missing`);
}

function filesOf({ segments, visitors, index, sliceFiles = [] }: Manifest): string[] {
  const parts = index === null ? [] : [...index.parts.map(({ file }) => file), ...Object.values(index.pairs)];
  const days = [...segments, ...sliceFiles].map(({ file }) => file);
  return [...days, ...(visitors === null ? [] : [visitors]), ...parts];
}

function syncFolder(folder: string): void {
  const file = openSync(folder, "r");
  fsyncSync(file);
  closeSync(file);
}

const checksum = (body: string): string => crc32(body).toString(16).padStart(8, "0");

/** Returns the entries without these days, omitting files that no longer serve any day. */
export function withoutDays(entries: readonly SegmentEntry[], days: ReadonlySet<number>): SegmentEntry[] {
  return entries
    .map(({ file, days: served }) => ({ file, days: served.filter((day) => !days.has(day)) }))
    .filter(({ days: served }) => served.length > 0);
}

/** Discards all derived data; the next maintenance run rebuilds it. */
export function discardManifest(folder: string): void {
  rmSync(join(folder, name), { force: true });
}
