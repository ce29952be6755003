import { forEachConcurrently } from "#runtime";
import type { FindCodeHost } from "../codehost/index.ts";
import type { Job, Sweeps } from "../jobs/index.ts";
import { limits } from "../limits.ts";
import type { Log } from "../observe/index.ts";

export interface SyncDeps {
  readonly sweeps: Pick<Sweeps, "openPullRequests" | "pullRequestEnded">;
  readonly findCodeHost: FindCodeHost;
  readonly log: Log;
}

/**
 * Checks on the hosts whether the pull requests of idle jobs were merged or closed, and updates the jobs (R34). Sends
 * one request per project and repository, with the project's credential. If a host fails, the other hosts are still
 * checked, and the failed host is retried next time.
 */
export function createPullRequestSync({ sweeps, findCodeHost, log }: SyncDeps) {
  async function syncRepository(jobs: readonly [Job, ...Job[]], signal: AbortSignal) {
    const { repositoryUrl } = jobs[0];
    const host = await findCodeHost(jobs[0]);
    const numbers = jobs.flatMap(({ pullRequest }) => pullRequest?.number ?? []);
    const found = await host.findPullRequests(repositoryUrl, numbers, signal);
    for (const job of jobs) {
      const pullRequest = found.get(job.pullRequest?.number ?? 0);
      if (pullRequest !== undefined && pullRequest.state !== "open")
        await sweeps.pullRequestEnded(job.id, pullRequest.number, pullRequest.state);
    }
  }

  return async (signal: AbortSignal): Promise<void> => {
    const open = await sweeps.openPullRequests();
    const groups = Map.groupBy(open, ({ projectId, repositoryUrl }) => `${projectId} ${repositoryUrl}`);
    await forEachConcurrently(limits.hooks.looksAtOnce, groups.values(), async ([first, ...more]) => {
      if (first === undefined) return;
      try {
        await syncRepository([first, ...more], signal);
      } catch (error) {
        signal.throwIfAborted();
        const { projectId, repositoryUrl } = first;
        log.warn({ error, projectId, repositoryUrl }, "could not check pull requests");
      }
    });
  };
}
