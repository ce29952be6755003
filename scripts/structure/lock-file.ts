import { globSync } from "node:fs";

export interface LockFile {
  readonly packages: Readonly<Record<string, LockEntry>>;
}

interface LockEntry {
  readonly version?: string;
  /** The address of a registry, which would tie the file to one machine's mirror. */
  readonly resolved?: string;
  readonly cpu?: readonly string[];
  readonly dev?: boolean;
  readonly libc?: readonly string[];
  readonly optional?: boolean;
  readonly os?: readonly string[];
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

export interface MissingEntry {
  /** The location where npm would put the package, such as `node_modules/a/node_modules/b`. */
  readonly path: string;
  readonly name: string;
  readonly version: string;
  readonly dev: boolean;
}

/**
 * The lock files of the project and of every package that is installed separately, as paths relative to the project's
 * folder.
 */
export function lockFilesIn(root: string): string[] {
  const folders = ["", "web/", "packages/**/", "test/**/"];
  return globSync(
    folders.map((folder) => `${folder}package-lock.json`),
    // Large folders, and files that tests read unchanged.
    { cwd: root, exclude: ["**/node_modules", "**/fixtures", "**/docwright-test-*"] },
  ).sort();
}

/**
 * Finds optional dependencies that the lock file doesn't contain. A single missing dependency is enough for `npm ci` to
 * reject the file.
 */
export function missingEntries(lock: LockFile): MissingEntry[] {
  const missing: MissingEntry[] = [];
  for (const [owner, entry] of Object.entries(lock.packages)) {
    for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
      if (isResolved(lock, owner, name)) continue;
      const folder = owner.slice(0, owner.lastIndexOf("node_modules/"));
      missing.push({ path: `${folder}node_modules/${name}`, name, version, dev: entry.dev === true });
    }
  }
  return missing;
}

/** Whether Node would find `name` from `owner`, going up one `node_modules` at a time. */
function isResolved(lock: LockFile, owner: string, name: string): boolean {
  for (let at = owner; ; at = at.slice(0, Math.max(0, at.lastIndexOf("/node_modules/")))) {
    if (lock.packages[`${at === "" ? "" : `${at}/`}node_modules/${name}`] !== undefined) return true;
    if (at === "") return false;
  }
}

/**
 * Returns the lock file with an entry for each missing optional package. Throws if a name doesn't contain the platform.
 */
export function completeLock(lock: LockFile): LockFile {
  const added = missingEntries(lock).map(({ path, name, version, dev }): [string, LockEntry] => [
    path,
    lockEntry(name, version, dev),
  ]);
  const packages = Object.entries(lock.packages).concat(added);
  packages.sort(([a], [b]) => a.localeCompare(b, "en"));
  return { ...lock, packages: Object.fromEntries(packages) };
}

/** Sorts the keys in npm's order, so that npm doesn't change the file. */
function lockEntry(name: string, version: string, dev: boolean): LockEntry {
  // WebAssembly runs on every platform, and no package requests it. npm treats "wasm" as a processor.
  if (name.includes("wasm32")) return { version, cpu: ["wasm32"], ...(dev ? { dev } : {}), optional: true };
  const found = /(android|darwin|freebsd|linux|openharmony|win32)-([a-z0-9]+)(?:-(gnu|musl))?/u.exec(name);
  if (found === null)
    throw new Error(`${name}: the name doesn't contain the platform. Add its entry by hand.`);
  const [, os = "", cpu = "", abi] = found;
  const libc = os === "linux" && abi !== undefined ? { libc: [abi === "gnu" ? "glibc" : "musl"] } : {};
  return { version, cpu: [cpu], ...(dev ? { dev } : {}), ...libc, optional: true, os: [os] };
}
