import { limits } from "../limits.ts";

/**
 * Whether git accepts this as a branch's name (git-check-ref-format), within `limits.http.refBytesMax`. Stricter where
 * a name would mislead: no `HEAD`, no `refs/…`, no leading dash, no control characters beyond ASCII.
 */
export function isBranchName(name: string): boolean {
  if (name === "" || Buffer.byteLength(name) > limits.http.refBytesMax || !name.isWellFormed()) return false;
  if (name === "@" || name === "HEAD" || name.startsWith("-") || name.startsWith("refs/")) return false;
  if (name.endsWith(".") || name.includes("..") || name.includes("@{")) return false;
  if (/[\p{Cc} ~^:?*[\\]/u.test(name)) return false;
  return name.split("/").every((part) => part !== "" && !part.startsWith(".") && !part.endsWith(".lock"));
}
