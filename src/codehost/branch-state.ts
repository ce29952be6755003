import type { Mirror, Sha } from "#repositories";

export interface Tips {
  readonly base: Sha;
  /** The branch's current commit; null if the branch was deleted. */
  readonly head: Sha | null;
  /** The last commit that the job pushed to the branch. */
  readonly pushed: Sha;
}

/**
 * Determines a branch's state from its commits. `merged` means that the branch's work is in the base. `closed` means
 * that the branch was deleted, or reset to a commit before the work, so nothing is left to merge.
 */
export async function branchState(
  mirror: Mirror,
  { base, head, pushed }: Tips,
): Promise<"open" | "merged" | "closed"> {
  if (await isWithin(mirror, pushed, base)) return "merged";
  if (head === null) return "closed";
  if (head === pushed || !(await mirror.isAncestor(head, base))) return "open";
  // The whole branch is in the base, but our commit is not, so the branch was rewritten and merged, or it was reset.
  // The branch counts as merged only if it is known to have been rewritten.
  const rewritten = (await isKnown(mirror, pushed)) && !(await mirror.isAncestor(head, pushed));
  return rewritten ? "merged" : "closed";
}

async function isWithin(mirror: Mirror, commit: Sha, descendant: Sha): Promise<boolean> {
  return (await isKnown(mirror, commit)) && mirror.isAncestor(commit, descendant);
}

/** The mirror eventually drops a commit that was replaced by a force push. Such a commit is on no branch. */
async function isKnown(mirror: Mirror, commit: Sha): Promise<boolean> {
  return (await mirror.findCommit(commit)) !== null;
}

/** Returns the base's newest commit if it is the merge of the branch's last commit; otherwise null. */
export async function findMergeCommit(mirror: Mirror, { base, head }: Tips): Promise<Sha | null> {
  const newest = await mirror.findCommit(base);
  return head !== null && newest?.parents.slice(1).includes(head) === true ? base : null;
}
