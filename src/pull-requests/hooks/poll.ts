import { HostError } from "#codehosts";
import { forEachConcurrently } from "#runtime";
import type { Job, PullRequestJobs } from "../../jobs/index.ts";
import { limits } from "../../limits.ts";
import type { Log } from "../../observe/index.ts";
import type { ProjectId, Projects } from "../../projects/index.ts";
import type { Clock } from "../../std/clock.ts";
import type { RefreshPullRequest } from "./refresh-pull-request.ts";

export interface PollDeps {
  readonly clock: Clock;
  readonly log: Log;
  readonly projects: Pick<Projects, "list" | "settings">;
  readonly pullRequestJobs: Pick<PullRequestJobs, "watched">;
  readonly refresh: RefreshPullRequest;
  /** Returns false if another process polls. Default: true. */
  readonly isPolling?: () => boolean | Promise<boolean>;
}

const minuteMs = 60_000;
/** After this many failures, the host counts as unavailable. */
const failuresMax = 2;

/**
 * Finds the changes that no webhook reported, at each project's polling interval. The sweep already checks, once per
 * repository, whether open pull requests were merged or closed, so polling only checks whether closed pull requests
 * were reopened.
 */
export function createPoll({
  clock,
  log,
  projects,
  pullRequestJobs,
  refresh,
  isPolling = () => true,
}: PollDeps) {
  const startedAt = clock.elapsed();
  const polledAt = new Map<ProjectId, number>();
  let checkedAt = startedAt;

  async function refreshOpenOrClosed(job: Job, signal: AbortSignal): Promise<void> {
    const isOpen = job.pullRequest?.state === "open";
    await refresh(job, new Set(isOpen ? ["comments", "checks"] : ["state"]), signal);
  }

  async function pollProject(id: ProjectId, signal: AbortSignal): Promise<void> {
    let failures = 0;
    for (const job of await pullRequestJobs.watched(id, clock.now() - limits.conversations.commentAgeMs)) {
      // Only this service changes a local pull request.
      if (job.pullRequest?.url === null) continue;
      try {
        await refreshOpenOrClosed(job, signal);
      } catch (error) {
        signal.throwIfAborted();
        log.warn({ error, job: job.id }, "could not refresh a pull request");
        // Skip the other pull requests: they are on the same host, which is polled again at the next interval.
        if (error instanceof HostError && error.kind === "unavailable" && ++failures >= failuresMax) return;
      }
    }
  }

  return async (signal: AbortSignal): Promise<void> => {
    if (clock.elapsed() - checkedAt < limits.conversations.pollCheckMs) return;
    checkedAt = clock.elapsed();
    if (!(await isPolling())) return;
    const due: ProjectId[] = [];
    for (const { id } of await projects.list()) {
      const { pollMinutes } = (await projects.settings(id)).conversations;
      const at = (polledAt.get(id) ?? startedAt) + pollMinutes * minuteMs;
      if (pollMinutes > 0 && at <= clock.elapsed()) due.push(id);
    }
    await forEachConcurrently(limits.hooks.looksAtOnce, due, async (id) => {
      polledAt.set(id, clock.elapsed());
      await pollProject(id, signal);
    });
  };
}
