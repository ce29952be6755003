import type { Mirror, Sha } from "../workspace/index.ts";

export interface Tips {
  readonly base: Sha;
  /** What the branch has now; null where it is gone. */
  readonly head: Sha | null;
  /** The commit of the branch that its job pushed last. */
  readonly pushed: Sha;
}

/**
 * What became of a branch, as its commits tell. `merged`: its work is in the base. `closed`: it is gone, or was set
 * back to before the work, so that there is nothing left to merge.
 */
export async function branchState(
  mirror: Mirror,
  { base, head, pushed }: Tips,
): Promise<"open" | "merged" | "closed"> {
  if (await isWithin(mirror, pushed, base)) return "merged";
  if (head === null) return "closed";
  if (head === pushed || !(await mirror.isAncestor(head, base))) return "open";
  // All of the branch is in the base, but not what we pushed: rewritten and merged, or set back. Only what is known
  // to be rewritten is called merged.
  const rewritten = (await isKnown(mirror, pushed)) && !(await mirror.isAncestor(head, pushed));
  return rewritten ? "merged" : "closed";
}

async function isWithin(mirror: Mirror, commit: Sha, descendant: Sha): Promise<boolean> {
  return (await isKnown(mirror, commit)) && mirror.isAncestor(commit, descendant);
}

/** A commit that was replaced by force is dropped from the mirror one day: then it is in no branch. */
async function isKnown(mirror: Mirror, commit: Sha): Promise<boolean> {
  return (await mirror.findCommit(commit)) !== null;
}

/** The merge commit that a branch's last commit came into the base with, where that is the base's newest; else null. */
export async function findMergeCommit(mirror: Mirror, { base, head }: Tips): Promise<Sha | null> {
  const newest = await mirror.findCommit(base);
  return head !== null && newest?.parents.slice(1).includes(head) === true ? base : null;
}
