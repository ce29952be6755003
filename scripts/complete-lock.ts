/**
 * node scripts/complete-lock.ts: adds every optional package to each package-lock.json of the project. npm omits
 * builds for other platforms if the registry doesn't have them, and then `npm ci` rejects the lock file. An added entry
 * has the version that its dependent requires, and no checksum; npm skips it on other platforms.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./root.ts";
import { completeLock, type LockFile, lockFilesIn } from "./structure/lock-file.ts";

for (const path of lockFilesIn(root)) {
  const file = join(root, path);
  const lock = JSON.parse(readFileSync(file, "utf8")) as LockFile;
  writeFileSync(file, `${JSON.stringify(completeLock(lock), null, 2)}\n`);
}
