import { fileURLToPath } from "node:url";
import { HostError } from "#codehosts";
import { type Mirror, parseSha, type Sha } from "#repositories";
import { limits } from "../limits.ts";
import { branchState, findMergeCommit } from "./branch-state.ts";
import { isCheckedOut } from "./checked-out.ts";
import type { LocalHost } from "./local-host.ts";
import { shellWords } from "./shell-words.ts";
import { endOpen, findLocalPullRequest, type LocalPullRequest } from "./store.ts";

const author = { name: "Docwright", email: "docwright@localhost" };
const conflictsShown = 10;

/**
 * Merges the branch into its base with a merge commit, without a checkout, and pushes it. If the base has moved in the
 * meantime, merges again on top of it. If this process exited after the push but before recording it, the next call
 * detects the completed merge.
 */
export async function mergeLocal(
  host: LocalHost,
  pullRequest: LocalPullRequest,
  signal: AbortSignal,
): Promise<LocalPullRequest> {
  const { number, state, repositoryUrl, branch, base } = pullRequest;
  if (state === "merged") return pullRequest;
  if (state === "closed")
    throw new HostError(
      "conflict",
      `Pull request ${number} is closed. Send the job a message to open a new one.`,
    );
  const mirror = await host.openMirror(repositoryUrl, signal);
  for (let tries = 0; tries < limits.turn.pushTriesMax; tries++) {
    // The first attempt needs no fetch, because opening the mirror has already fetched.
    if (tries > 0) await mirror.fetch({ signal });
    const tips = await findTips(mirror, pullRequest);
    const found = await branchState(mirror, tips);
    if (found === "merged") return markMerged(host, pullRequest, await findMergeCommit(mirror, tips));
    if (found === "closed")
      throw new HostError(
        "conflict",
        `${branch} has no changes to merge into ${base}. Close the pull request.`,
      );
    if (await isCheckedOut(fileURLToPath(repositoryUrl), base)) throw checkedOut(pullRequest);
    const sha = await commitMerge(mirror, pullRequest, { ...tips, atMs: host.clock.now() });
    const pushed = await mirror.push({ sha, branch: base, expected: tips.base, signal });
    if (pushed.outcome === "refused") throw new HostError("refused", pushed.message);
    if (pushed.outcome !== "moved") return markMerged(host, pullRequest, sha);
  }
  throw new HostError(
    "conflict",
    `The branch ${base} kept changing during the merge of ${branch}. Try again.`,
  );
}

async function findTips(mirror: Mirror, { base, branch, headSha }: LocalPullRequest) {
  const [baseSha, head] = await Promise.all([mirror.resolve(base), mirror.resolve(branch)]);
  if (baseSha === null)
    throw new HostError("not_found", `The branch ${base} no longer exists. Push it again, then merge.`);
  if (head === null)
    throw new HostError("not_found", `The branch ${branch} no longer exists. Close the pull request.`);
  return { base: baseSha, head, pushed: parseSha(headSha) };
}

async function commitMerge(
  mirror: Mirror,
  pullRequest: LocalPullRequest,
  { base, head, atMs }: { base: Sha; head: Sha; atMs: number },
): Promise<Sha> {
  const merged = await mirror.mergeTrees({ ours: base, theirs: head });
  if ("conflicts" in merged) throw conflicting(pullRequest, merged.conflicts);
  const { number, branch, title } = pullRequest;
  const message = `Merge pull request #${number} from ${branch}\n\n${title}\n`;
  return mirror.commitTree({ tree: merged.tree, parents: [base, head], message, author, atMs });
}

async function markMerged(
  { database, clock }: LocalHost,
  pullRequest: LocalPullRequest,
  mergedSha: Sha | null,
): Promise<LocalPullRequest> {
  const end = { state: "merged", mergedSha, now: clock.now() } as const;
  const { repositoryUrl, number } = pullRequest;
  const ended = await endOpen(database.db, pullRequest, end);
  return ended ?? (await findLocalPullRequest(database.db, repositoryUrl, number)) ?? pullRequest;
}

function checkedOut({ repositoryUrl, base, branch }: LocalPullRequest): HostError {
  const path = fileURLToPath(repositoryUrl);
  return new HostError(
    "refused",
    `The branch ${base} is checked out in the repository, and its files would become outdated. Merge there instead: ` +
      shellWords(["git", "-C", path, "merge", "--no-ff", branch]),
  );
}

function conflicting(
  { repositoryUrl, base, branch }: LocalPullRequest,
  conflicts: readonly string[],
): HostError {
  // Paths are untrusted, so control characters are replaced.
  const shown = conflicts.slice(0, conflictsShown).map((path) => path.replace(/\p{C}/gu, "?"));
  const more = conflicts.length > conflictsShown ? ` and ${conflicts.length - conflictsShown} more` : "";
  const commands = [
    ["git", "clone", "-b", branch, fileURLToPath(repositoryUrl), "merge-by-hand"],
    ["git", "-C", "merge-by-hand", "merge", `origin/${base}`],
  ].map(shellWords);
  return new HostError(
    "conflict",
    `${branch} conflicts with ${base} in ${shown.join(", ")}${more}. Merge ${base} into it by hand, push it, then ` +
      `merge again: ${commands.join(" && ")}`,
  );
}
