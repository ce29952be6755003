import { limits } from "../limits.ts";

/**
 * Returns whether git accepts this branch name (git-check-ref-format) and its length is within
 * `limits.http.refBytesMax`. Misleading names are rejected too: `HEAD`, `refs/…`, a leading dash, and control
 * characters outside ASCII.
 */
export function isBranchName(name: string): boolean {
  if (name === "" || Buffer.byteLength(name) > limits.http.refBytesMax || !name.isWellFormed()) return false;
  if (name === "@" || name === "HEAD" || name.startsWith("-") || name.startsWith("refs/")) return false;
  if (name.endsWith(".") || name.includes("..") || name.includes("@{")) return false;
  if (/[\p{Cc} ~^:?*[\\]/u.test(name)) return false;
  return name.split("/").every((part) => part !== "" && !part.startsWith(".") && !part.endsWith(".lock"));
}
