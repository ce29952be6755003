import { isValidBranchName } from "#repositories";

/**
 * Returns whether a new branch may have this name. Besides names that git rejects, some misleading names are rejected:
 * `@`, `refs/…`, and control characters outside ASCII.
 */
export function isBranchName(name: string): boolean {
  return isValidBranchName(name) && name !== "@" && !name.startsWith("refs/") && !/\p{Cc}/u.test(name);
}
