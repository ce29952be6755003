import { limits } from "../limits.ts";

/**
 * Whether git accepts this as the name of a new branch, as `git check-ref-format --branch` says, without asking it;
 * and whether it is at most `limits.http.refBytesMax` bytes. The rules are those of git-check-ref-format(1).
 */
export function isValidBranchName(name: string): boolean {
  if (name === "" || name === "HEAD" || name.startsWith("-")) return false;
  if (!name.isWellFormed() || Buffer.byteLength(name) > limits.http.refBytesMax) return false;
  if (/[^\P{Cc}\u0080-\u009f]|[ ~^:?*[\\]|\.\.|@\{/u.test(name) || name.endsWith(".")) return false;
  return name.split("/").every((part) => part !== "" && !part.startsWith(".") && !part.endsWith(".lock"));
}
