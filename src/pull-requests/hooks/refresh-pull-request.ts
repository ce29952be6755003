import type { CodeHost, FindCodeHost } from "../../codehost/index.ts";
import type { Job, PullRequestJobs, Sweeps } from "../../jobs/index.ts";
import type { Projects } from "../../projects/index.ts";
import { type CollectDeps, createCollectComments } from "../conversations/collect-comments.ts";
import { createCollectFailedChecks } from "../conversations/collect-failed-checks.ts";

export interface RefreshPullRequestDeps extends CollectDeps {
  readonly findCodeHost: FindCodeHost;
  readonly projects: Pick<Projects, "settings">;
  readonly sweeps: Pick<Sweeps, "pullRequestEnded">;
  readonly pullRequestJobs: CollectDeps["pullRequestJobs"] & Pick<PullRequestJobs, "reopened">;
}

/**
 * Reads the current state of a job's pull request from the host and acts on it. Idempotent. `about` specifies what to
 * read: `state`, `comments` or `checks`.
 */
export type RefreshPullRequest = (job: Job, about: ReadonlySet<string>, signal: AbortSignal) => Promise<void>;

export function createRefreshPullRequest(deps: RefreshPullRequestDeps): RefreshPullRequest {
  const collectComments = createCollectComments(deps);
  const collectFailedChecks = createCollectFailedChecks(deps);

  async function refreshState(host: CodeHost, job: Job, signal: AbortSignal): Promise<void> {
    const { sweeps, pullRequestJobs } = deps;
    const known = job.pullRequest;
    // An active job's turn queries the host itself. The sweep notices the change when the job is idle.
    if (known === null || job.status === "active") return;
    const found = await host.findPullRequest(job.repositoryUrl, known.number, signal);
    if (found === null || found.state === known.state) return;
    if (found.state === "open") await pullRequestJobs.reopened(job.id, known.number);
    else await sweeps.pullRequestEnded(job.id, known.number, found.state);
  }

  return async (job, about, signal) => {
    if (job.pullRequest === null) return;
    const { conversations: settings } = await deps.projects.settings(job.projectId);
    const host = await deps.findCodeHost(job);
    if (about.has("state")) await refreshState(host, job, signal);
    const { conversations } = host;
    if (conversations === null) return;
    const context = { job, number: job.pullRequest.number, conversations, settings, signal };
    if (about.has("comments") && settings.comments) await collectComments(context);
    if (about.has("checks") && settings.failedChecks) await collectFailedChecks(context);
  };
}
