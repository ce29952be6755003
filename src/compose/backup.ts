import { copyFileSync, existsSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { type BackupWriter, beginBackup, requireSpace, takeSnapshots } from "#backups";
import { type CopiedTables, copyTables, listStoredFiles, missingStoreOf } from "../analytics/index.ts";
import type { Config } from "../config.ts";
import { copyPostgres, readStoreContents } from "../db/index.ts";
import { AppError } from "../errors.ts";
import { readVersion } from "../std/version.ts";
import { explainBackup } from "./backup-errors.ts";
import { requireStorePlace, storeFile } from "./control-store.ts";

/** What a backup's manifest says about its content. */
export interface BackupDetails {
  readonly version: string;
  readonly migrations: readonly string[];
  /** `environment`: the service gets the secret from `DOCWRIGHT_SECRET`. */
  readonly secret: "included" | "left_out" | "environment";
  /** Null if the visits are in files. */
  readonly tables: CopiedTables | null;
}

export interface BackUp {
  readonly target: string;
  readonly includesSecret: boolean;
  /** Called after each step, with the number of copied bytes, or 0 if it is unknown. */
  readonly onProgress: (part: string, bytes: number) => void;
}

export interface Backup extends BackupDetails {
  readonly folder: string;
  readonly files: number;
  readonly bytes: number;
  /** Repositories on this machine, which aren't part of the backup. */
  readonly localRepositories: readonly string[];
}

const tablesFolder = "clickhouse";

/**
 * Copies everything that the service stores to a new folder, while the service may be running. Visits come first and
 * the control store last, because the store has the keys, projects and removals that visits depend on. Events that wait
 * for ClickHouse come before its tables, because they move from the former to the latter.
 */
export async function backUp(
  config: Config,
  { target, includesSecret, onProgress }: BackUp,
): Promise<Backup> {
  const { data, databaseUrl, clickhouseUrl } = config;
  requireStorePlace(config);
  return explainBackup(async () => {
    const folder = resolve(target);
    if (!relative(resolve(data), folder).startsWith(".."))
      throw new AppError("invalid_request", "The backup can't be in the data folder. Choose another folder.");
    requireSpace(folder, bytesOf(storeFile(data)) + bytesOf(join(data, "analytics")));
    const writer = beginBackup(folder);
    try {
      const source: Source = { data, writer, onProgress };
      if (clickhouseUrl !== undefined) copyPlain(source, join("analytics", "spill"), /\.spill$/u);
      for (const project of listFolders(join(data, "analytics"))) await copyProject(source, project);
      const tables =
        clickhouseUrl === undefined
          ? null
          : await copyTables({
              ...{ url: clickhouseUrl, folder: writer.place(tablesFolder) },
              onProject: (project) => onProgress(project, 0),
            });
      copyPlain(source, "agent-lists", /^[A-Za-z0-9_.-]+$/u);
      const secret = config.secret !== undefined ? "environment" : includesSecret ? "included" : "left_out";
      if (secret === "included") copyPlain(source, ".", /^secret$/u);
      if (databaseUrl === undefined) await copySqlite(source, storeFile(data));
      else await copyPostgres({ url: databaseUrl, file: writer.place("control.db"), onTable: onProgress });
      const { projects, migrations, usesClickhouse } = readStoreContents(writer.place("control.db"));
      if (usesClickhouse && tables === null)
        throw new AppError(
          "unavailable",
          "The visits of this installation are in ClickHouse. Set DOCWRIGHT_CLICKHOUSE_URL.",
        );
      const kept = new Set(projects.flatMap(({ id }) => [id, missingStoreOf(id)]));
      const details: BackupDetails = {
        ...{ version: readVersion(), migrations, secret },
        tables: tables === null ? null : { ...tables, events: pick(tables.events, kept) },
      };
      removeOthers(writer.folder, kept);
      const { files } = await writer.finish(details);
      return {
        ...{ ...details, folder, files: files.length },
        bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
        localRepositories: [...new Set(projects.map((one) => one.repositoryUrl))].filter((url) =>
          /^(?:\/|file:)/u.test(url),
        ),
      };
    } finally {
      writer.discard();
    }
  });
}

interface Source {
  readonly data: string;
  readonly writer: BackupWriter;
  readonly onProgress: BackUp["onProgress"];
}

/** Copies the files of a project as of one moment. */
async function copyProject(source: Source, project: string): Promise<void> {
  const analytics = join(source.data, "analytics");
  const folder = join(analytics, project);
  const readers = join(folder, "readers.sqlite");
  const mark = join(folder, "readers.exists");
  const list = () => [...listStoredFiles(analytics, project), ...(existsSync(mark) ? [readers] : [])];
  const [first] = list();
  if (first === undefined) return;
  try {
    await copySqlite(source, first, () => list().filter((file) => file !== first));
  } catch (error) {
    // The project was removed meanwhile.
    if (!existsSync(first)) return;
    throw error;
  }
  const copied = (file: string) => source.writer.place(relative(source.data, file));
  if (existsSync(copied(readers))) writeFileSync(copied(mark), "", { mode: 0o600 });
}

async function copySqlite(
  { data, writer, onProgress }: Source,
  first: string,
  listOthers?: () => readonly string[],
): Promise<void> {
  const snapshots = await takeSnapshots(first, listOthers);
  try {
    for (const { file, copyTo } of snapshots) {
      const path = relative(data, file);
      await copyTo(writer.place(path), (bytes) => onProgress(path, bytes));
    }
  } finally {
    for (const snapshot of snapshots) snapshot.close();
  }
}

/** Copies the files of a folder whose names match. The service may delete them, or append to them, meanwhile. */
function copyPlain({ data, writer, onProgress }: Source, folder: string, names: RegExp): void {
  if (!existsSync(join(data, folder))) return;
  for (const entry of readdirSync(join(data, folder), { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (!entry.isFile() || !names.test(entry.name)) continue;
    try {
      copyFileSync(join(data, path), writer.place(path));
    } catch (error) {
      if (!existsSync(join(data, path))) continue;
      throw error;
    }
    onProgress(path, statSync(writer.place(path)).size);
  }
}

/** Deletes the visits of projects that were removed before the control store was copied. */
function removeOthers(folder: string, kept: ReadonlySet<string>): void {
  for (const area of ["analytics", tablesFolder])
    for (const project of listFolders(join(folder, area)))
      if (!kept.has(project)) rmSync(join(folder, area, project), { recursive: true });
}

function listFolders(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== "spill")
    .map(({ name }) => name);
}

function pick<Value>(
  values: Readonly<Record<string, Value>>,
  names: ReadonlySet<string>,
): Readonly<Record<string, Value>> {
  return Object.fromEntries(Object.entries(values).filter(([name]) => names.has(name)));
}

/** The size of a file, or of the SQLite files in a folder. What can be rebuilt isn't in SQLite files. */
function bytesOf(path: string): number {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found?.isDirectory() !== true) return found?.size ?? 0;
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.sqlite(?:-wal)?$/u.test(entry.name))
    .map((entry) => statSync(join(entry.parentPath, entry.name), { throwIfNoEntry: false })?.size ?? 0)
    .reduce((sum, bytes) => sum + bytes, 0);
}
