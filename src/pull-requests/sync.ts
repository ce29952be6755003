import type { CodeHost } from "../codehost/index.ts";
import type { Job, Sweeps } from "../jobs/index.ts";
import type { Log } from "../observe/index.ts";

export interface SyncParts {
  readonly sweeps: Pick<Sweeps, "openPullRequests" | "pullRequestEnded">;
  findCodeHost(repositoryUrl: string): CodeHost | null;
  readonly log: Log;
}

/**
 * Asks the hosts what became of the pull requests of jobs at rest, and tells the jobs of those that were merged or
 * closed there (R34). One question a repository; one that cannot be asked holds up no other, and is asked again next
 * time.
 */
export function createPullRequestSync({ sweeps, findCodeHost, log }: SyncParts) {
  async function syncRepository(repositoryUrl: string, jobs: readonly Job[], signal: AbortSignal) {
    const host = findCodeHost(repositoryUrl);
    if (host === null) return;
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
    for (const [repositoryUrl, jobs] of Map.groupBy(open, (job) => job.repositoryUrl)) {
      try {
        await syncRepository(repositoryUrl, jobs, signal);
      } catch (error) {
        signal.throwIfAborted();
        log.warn({ error, repositoryUrl }, "pull requests could not be looked at");
      }
    }
  };
}
