import { posix } from "node:path";

/** Returns a file's path relative to the agent's folder, or null if it is outside. */
export function pathWithin(folder: string, path: string): string | null {
  if (!posix.isAbsolute(path)) return null;
  const inner = posix.relative(folder, posix.normalize(path));
  return inner === "" || inner === ".." || inner.startsWith("../") ? null : inner;
}
