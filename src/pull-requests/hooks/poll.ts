import { HostError } from "../../codehost/index.ts";
import type { Job, PullRequestJobs } from "../../jobs/index.ts";
import { limits } from "../../limits.ts";
import type { Log } from "../../observe/index.ts";
import type { ProjectId, Projects } from "../../projects/index.ts";
import type { Clock } from "../../std/clock.ts";
import { forEachConcurrently } from "../../std/concurrency.ts";
import type { RefreshPullRequest } from "./refresh-pull-request.ts";

export interface PollDeps {
  readonly clock: Clock;
  readonly log: Log;
  readonly projects: Pick<Projects, "list" | "settings">;
  readonly pullRequestJobs: Pick<PullRequestJobs, "watched">;
  readonly look: RefreshPullRequest;
}

const minuteMs = 60_000;
/** So many pull requests that cannot be looked at now mean that none of their host's can. */
const failuresMax = 2;

/**
 * Looks at what no webhook told of, as often as each project wishes. Whether an open pull request was merged or closed
 * the sweep asks for all of a repository at once; here it is asked only of closed ones, which may have been opened again.
 */
export function createPoll({ clock, log, projects, pullRequestJobs, look }: PollDeps) {
  const startedAt = clock.now();
  const polledAt = new Map<ProjectId, number>();
  let checkedAt = startedAt;

  async function lookAt(job: Job, signal: AbortSignal): Promise<void> {
    const isOpen = job.pullRequest?.state === "open";
    await look(job, new Set(isOpen ? ["comments", "checks"] : ["state"]), signal);
  }

  async function pollProject(id: ProjectId, signal: AbortSignal): Promise<void> {
    let failures = 0;
    for (const job of await pullRequestJobs.watched(id, clock.now() - limits.conversations.commentAgeMs)) {
      // One that this service keeps itself: nobody else says anything of it.
      if (job.pullRequest?.url === null) continue;
      try {
        await lookAt(job, signal);
      } catch (error) {
        signal.throwIfAborted();
        log.warn({ error, job: job.id }, "a pull request could not be looked at");
        // The others are on the same host: it is asked again in the next round.
        if (error instanceof HostError && error.kind === "unavailable" && ++failures >= failuresMax) return;
      }
    }
  }

  return async (signal: AbortSignal): Promise<void> => {
    if (clock.now() - checkedAt < limits.conversations.pollCheckMs) return;
    checkedAt = clock.now();
    const due: ProjectId[] = [];
    for (const { id } of await projects.list()) {
      const { pollMinutes } = (await projects.settings(id)).conversations;
      const at = (polledAt.get(id) ?? startedAt) + pollMinutes * minuteMs;
      if (pollMinutes > 0 && at <= clock.now()) due.push(id);
    }
    await forEachConcurrently(limits.hooks.looksAtOnce, due, async (id) => {
      polledAt.set(id, clock.now());
      await pollProject(id, signal);
    });
  };
}
