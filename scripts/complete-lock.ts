/**
 * node scripts/complete-lock.ts: adds every optional package to package-lock.json and web/package-lock.json. npm omits
 * builds for other platforms if the registry doesn't have them, and then `npm ci` rejects the lock file. An added entry
 * has the version that its dependent requires, and no checksum; npm skips it on other platforms.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { completeLock, type LockFile } from "./structure/lock-file.ts";

for (const name of ["../package-lock.json", "../web/package-lock.json"]) {
  const file = new URL(name, import.meta.url);
  const lock = JSON.parse(readFileSync(file, "utf8")) as LockFile;
  writeFileSync(file, `${JSON.stringify(completeLock(lock), null, 2)}\n`);
}
