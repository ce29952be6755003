import type { SignedCommits } from "../codehost/index.ts";
import { TurnError } from "../errors.ts";
import { limits } from "../limits.ts";
import type { PushResult, Sha } from "../workspace/index.ts";
import { commitOf, isOurs, readBranch } from "./commit.ts";
import { branchExists } from "./place.ts";
import { pushSigned, type SignedPush } from "./push-signed.ts";
import type { TurnWork } from "./run-turn.ts";

/** Someone pushed to the job's branch what conflicts with this turn's change: it is done again on top of `head`. */
export class BranchMoved extends Error {
  override readonly name = "BranchMoved";
  readonly head: Sha;
  /** What this turn made. */
  readonly commit: Sha;

  constructor(message: string, { head, commit }: { head: Sha; commit: Sha }) {
    super(message);
    this.head = head;
    this.commit = commit;
  }
}

export interface Pushing {
  readonly branch: string;
  readonly commit: Sha;
  /** The turn was done again already because the branch had moved. */
  readonly retried: boolean;
}

/**
 * Answers the commit that the branch stands at afterwards: ours, or a merge of ours with what others pushed. Where the
 * branch takes signed commits alone, the host makes them.
 */
export async function push(work: TurnWork, pushing: Pushing): Promise<Sha> {
  const { place, record, host } = work;
  const { branch } = pushing;
  let { commit } = pushing;
  let expected = place.start.headSha;
  let signedCommits = (await isSigned(work)) ? host.signedCommits : null;
  for (let tries = 0; tries < limits.turn.pushTriesMax; tries++) {
    await record.assertHeld();
    const pushed = await pushOnce(work, { signedCommits, branch, commit, expected });
    if (pushed.outcome === "refused") {
      const asked = signedCommits === null && host.signedCommits?.isAskedFor(pushed.message) === true;
      if (!asked) throw new TurnError("host_refused", pushed.message);
      signedCommits = host.signedCommits;
    } else if (pushed.outcome === "moved") {
      expected = pushed.now;
      if (pushed.now !== null) commit = await mergeOnto(work, pushing, pushed.now);
    } else {
      const sha = "sha" in pushed ? pushed.sha : commit;
      await record.events([{ type: "turn.pushed", data: { branch, commit: sha } }]);
      return sha;
    }
  }
  throw await conflict(work, pushing, "The branch kept moving while this turn pushed to it.");
}

/** The host is asked once a branch: its commits tell it from then on. */
async function isSigned(work: TurnWork): Promise<boolean> {
  const { host, place } = work;
  if (host.signedCommits === null) return false;
  const { headSha } = place.start;
  if (headSha === null) return host.signedCommits.required(place.ref);
  return (await readBranch(work, headSha)).isThroughHost;
}

function pushOnce(
  work: TurnWork,
  to: { signedCommits: SignedCommits | null; branch: string; commit: Sha; expected: Sha | null },
): Promise<PushResult | SignedPush> {
  const { signedCommits, commit: sha, ...where } = to;
  if (signedCommits !== null) return pushSigned(work, { ...to, signedCommits });
  return work.place.mirror.push({ sha, ...where, signal: work.signals.signal });
}

/** Two parents: what reviewers pushed stays as it is. */
async function mergeOnto(work: TurnWork, pushing: Pushing, now: Sha): Promise<Sha> {
  const { place, turn, signals } = work;
  const { mirror } = place;
  await mirror.fetch({ signal: signals.signal });
  if (place.start.headSha === null && !(await isOurs(mirror, now, turn.job.id)))
    throw branchExists(pushing.branch);
  if (await mirror.isAncestor(pushing.commit, now)) return now;
  // Made by the host, under another id, before a crash.
  if ((await readBranch(work, now)).holdsTurn) return now;
  const merged = await mirror.mergeTrees({ ours: now, theirs: pushing.commit });
  if ("conflicts" in merged) {
    const files = merged.conflicts.slice(0, limits.pullRequests.conflictsShownMax).join(", ");
    const message = `Someone pushed to ${pushing.branch} what conflicts with this change in ${files}.`;
    if (pushing.retried) throw await conflict(work, pushing, message);
    throw new BranchMoved(message, { head: now, commit: pushing.commit });
  }
  const { author, atMs, message } = commitOf(work, `Merge what was pushed to ${pushing.branch}`);
  return mirror.commitTree({ tree: merged.tree, parents: [now, pushing.commit], message, author, atMs });
}

/** The work is kept where a person finds it. */
async function conflict({ place, turn }: TurnWork, pushing: Pushing, why: string): Promise<TurnError> {
  await place.mirror.keep(turn.id, pushing.commit);
  return new TurnError(
    "branch_conflict",
    `${why} The work is kept as ${pushing.commit}; send the message again.`,
  );
}
