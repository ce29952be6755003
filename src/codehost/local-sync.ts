import { type Mirror, parseSha } from "#repositories";
import { branchState, findMergeCommit, type Tips } from "./branch-state.ts";
import type { LocalHost } from "./local-host.ts";
import { endOpen, findLocalPullRequest, type LocalPullRequest } from "./store.ts";

/** The maximum number of open pull requests whose last seen branch tips are cached. */
const rememberedMax = 10_000;

/**
 * Detects pull requests that people merged by hand (the branch's commits are in the base) or closed by deleting the
 * branch, as on other code hosts. A manual squash or rebase looks like any other work, so the pull request stays open
 * until someone closes it.
 */
export function createLocalSync(host: LocalHost) {
  const seenOpen = new Map<string, string>();

  async function check(mirror: Mirror, pullRequest: LocalPullRequest): Promise<LocalPullRequest> {
    const { repositoryUrl, number, headSha } = pullRequest;
    const [base, head] = await Promise.all([
      mirror.resolve(pullRequest.base),
      mirror.resolve(pullRequest.branch),
    ]);
    // Without the base, the state is unknown: the base may have been renamed, or the repository is being restored.
    if (base === null) return pullRequest;
    const key = `${repositoryUrl}#${number}`;
    const tips: Tips = { base, head, pushed: parseSha(headSha) };
    const asSeen = `${base} ${head} ${headSha}`;
    if (seenOpen.get(key) === asSeen) return pullRequest;
    const state = await branchState(mirror, tips);
    seenOpen.delete(key);
    if (state !== "open") return end(mirror, pullRequest, { ...tips, state });
    if (seenOpen.size >= rememberedMax) seenOpen.clear();
    seenOpen.set(key, asSeen);
    return pullRequest;
  }

  async function end(
    mirror: Mirror,
    pullRequest: LocalPullRequest,
    { state, ...tips }: Tips & { state: "merged" | "closed" },
  ): Promise<LocalPullRequest> {
    const { database, clock } = host;
    const mergedSha = state === "merged" ? await findMergeCommit(mirror, tips) : null;
    const ended = await endOpen(database.db, pullRequest, { state, mergedSha, now: clock.now() });
    const { repositoryUrl, number } = pullRequest;
    return ended ?? (await findLocalPullRequest(database.db, repositoryUrl, number)) ?? pullRequest;
  }

  return async (
    repositoryUrl: string,
    pullRequests: readonly LocalPullRequest[],
    signal: AbortSignal,
  ): Promise<readonly LocalPullRequest[]> => {
    if (pullRequests.every(({ state }) => state !== "open")) return pullRequests;
    const mirror = await host.openMirror(repositoryUrl, signal);
    const seen: LocalPullRequest[] = [];
    for (const pullRequest of pullRequests) {
      signal.throwIfAborted();
      seen.push(pullRequest.state === "open" ? await check(mirror, pullRequest) : pullRequest);
    }
    return seen;
  };
}
