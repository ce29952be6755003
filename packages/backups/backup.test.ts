import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import SqliteDatabase from "better-sqlite3";
import { afterEach, beforeEach, expect, it } from "vitest";
import { BackupError, beginBackup, readManifest, requireSpace, restoreFile, verifyBackup } from "./index.ts";
import { formatManifest } from "./manifest.ts";
import { takeSnapshots } from "./snapshots.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "docwright-test-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const at = (name: string) => join(folder, name);

function openNotes(name: string): SqliteDatabase.Database {
  const db = new SqliteDatabase(at(name));
  db.pragma("journal_mode = WAL");
  db.exec("create table notes (text)");
  return db;
}

const write = (db: SqliteDatabase.Database, text: string) =>
  db.prepare("insert into notes values (?)").run(text);

function readNotes(file: string): unknown[] {
  const db = new SqliteDatabase(file);
  const notes = db.prepare("select text from notes").pluck().all();
  db.close();
  return notes;
}

it("copies several files as of the same moment, even if one is being written to at first", async () => {
  const [one, other] = [openNotes("one.db"), openNotes("other.db")];
  write(one, "before");
  write(other, "before");
  other.exec("begin immediate");
  write(other, "meanwhile");
  let attempts = 0;
  const snapshots = await takeSnapshots(at("one.db"), () => {
    attempts++;
    if (attempts === 3) {
      // Only now can both files be locked. A writer couldn't write to the first one, because it is locked.
      expect(() => new SqliteDatabase(at("one.db"), { timeout: 0 }).exec("begin immediate")).toThrow(
        /locked/u,
      );
      other.exec("commit");
    }
    return [at("other.db")];
  });
  for (const db of [one, other]) write(db, "after");
  let bytes = 0;
  for (const [i, snapshot] of snapshots.entries()) {
    await snapshot.copyTo(at(`copy-${i}.db`), (copied) => (bytes += copied));
    snapshot.close();
  }
  for (const db of [one, other]) db.close();

  expect(attempts).toBe(3);
  expect([readNotes(at("copy-0.db")), readNotes(at("copy-1.db"))]).toEqual([
    ["before"],
    ["before", "meanwhile"],
  ]);
  expect(bytes).toBe(statSync(at("copy-0.db")).size + statSync(at("copy-1.db")).size);
});

async function createBackup(name = "monday"): Promise<string> {
  const backup = beginBackup(at(name));
  writeFileSync(backup.place("visits/may.txt"), "May");
  writeFileSync(backup.place("secret"), "s3cret");
  await backup.finish({ of: "notes" });
  backup.discard();
  return at(name);
}

it("has its name only once it is complete, and only its owner can read it", async () => {
  const backup = beginBackup(at("monday"));
  writeFileSync(backup.place("secret"), "s3cret", { mode: 0o600 });
  expect(readdirSync(folder)).toEqual(["monday.partial"]);
  expect(() => readManifest(at("monday.partial"))).toThrow(/is not a complete backup/u);
  expect(() => beginBackup(at("monday"))).toThrow(/Another backup is being written/u);
  await backup.finish({});
  expect(readdirSync(folder)).toEqual(["monday"]);
  expect(readdirSync(at("monday")).sort()).toEqual(["manifest.json", "secret"]);
  expect(statSync(at("monday")).mode & 0o777).toBe(0o700);
  expect(statSync(at("monday/manifest.json")).mode & 0o777).toBe(0o600);
  expect(() => beginBackup(at("monday"))).toThrow(/already exists/u);
});

it("replaces an interrupted backup with the same name", async () => {
  mkdirSync(at("monday.partial/visits"), { recursive: true });
  writeFileSync(at("monday.partial/visits/april.txt"), "April");
  await createBackup();
  expect(readManifest(at("monday")).files.map(({ path }) => path)).toEqual(["secret", "visits/may.txt"]);
});

it("restores verified files, and keeps those that an interrupted restore has copied", async () => {
  const backup = await createBackup();
  const manifest = readManifest(backup);
  await verifyBackup(backup, manifest);
  for (const file of manifest.files) await restoreFile(backup, file, at(`data/${file.path}`));
  expect(readFileSync(at("data/visits/may.txt"), "utf8")).toBe("May");
  expect(statSync(at("data/secret")).mode & 0o777).toBe(0o600);
  const { ino, mtimeMs } = statSync(at("data/secret"));
  for (const file of manifest.files) await restoreFile(backup, file, at(`data/${file.path}`));
  expect(statSync(at("data/secret"))).toMatchObject({ ino, mtimeMs });
});

it("rejects a backup if any byte has changed, or a file is missing", async () => {
  const backup = await createBackup();
  const check = async () => verifyBackup(backup, readManifest(backup));
  await check();
  for (const name of ["manifest.json", "secret", "visits/may.txt"]) {
    const file = join(backup, name);
    const whole = readFileSync(file);
    for (let i = 0; i < whole.length; i++) {
      const changed = Buffer.from(whole);
      changed[i] = (changed[i] as number) ^ 1;
      writeFileSync(file, changed);
      // White space and names in the list have no meaning.
      const same = name === "manifest.json" && isSameList(changed, whole);
      if (!same) await expect(check(), `${name} at ${i}`).rejects.toThrow(BackupError);
    }
    writeFileSync(file, whole.subarray(0, -2));
    await expect(check(), name).rejects.toThrow(BackupError);
    rmSync(file);
    await expect(check(), name).rejects.toThrow(BackupError);
    writeFileSync(file, whole);
  }
  await check();
});

function isSameList(changed: Buffer, whole: Buffer): boolean {
  try {
    return JSON.stringify(JSON.parse(changed.toString())) === JSON.stringify(JSON.parse(whole.toString()));
  } catch {
    return false;
  }
}

it.each(["../evil", "/etc/evil", "a/../../evil", "a//b", "", ".", "a\\..\\evil"])(
  "rejects a list with the path %j, even if its checksum is right",
  (path) => {
    mkdirSync(at("forged"));
    const files = [{ path, bytes: 0, sha256: "" }];
    const manifest = { id: "1", format: 1, createdAt: "", files, details: {} };
    writeFileSync(at("forged/manifest.json"), formatManifest(manifest));
    expect(() => readManifest(at("forged"))).toThrow(/is damaged/u);
  },
);

it("says that a backup in a later format needs an upgrade", () => {
  mkdirSync(at("later"));
  const manifest = { id: "1", format: 2, createdAt: "", files: [], details: {} };
  writeFileSync(at("later/manifest.json"), formatManifest(manifest));
  expect(() => readManifest(at("later"))).toThrow(/newer version of Docwright.*Upgrade/u);
});

it("checks the room on the disk, even before the folder exists", () => {
  requireSpace(at("a/b/c"), 1);
  expect(() => requireSpace(at("a/b/c"), 2 ** 60)).toThrow(/needs 1152921\.5 TB, but only .* are free/u);
  expect(existsSync(at("a"))).toBe(false);
});
