import type { CodeHost, FindCodeHost } from "../../codehost/index.ts";
import type { Job, PullRequestJobs, Sweeps } from "../../jobs/index.ts";
import type { Projects } from "../../projects/index.ts";
import { createTakeChecks } from "../conversations/take-checks.ts";
import { createTakeComments, type TakeDeps } from "../conversations/take-comments.ts";

export interface RefreshPullRequestDeps extends TakeDeps {
  readonly findCodeHost: FindCodeHost;
  readonly projects: Pick<Projects, "settings">;
  readonly sweeps: Pick<Sweeps, "pullRequestEnded">;
  readonly pullRequestJobs: TakeDeps["pullRequestJobs"] & Pick<PullRequestJobs, "reopened">;
}

/**
 * Asks the host how a job's pull request stands now, and does what follows from that. Whatever led here, and however
 * often: doing it again does nothing new. `about` is what was told of: `state`, `comments`, `checks`.
 */
export type RefreshPullRequest = (job: Job, about: ReadonlySet<string>, signal: AbortSignal) => Promise<void>;

export function createRefreshPullRequest(deps: RefreshPullRequestDeps): RefreshPullRequest {
  const takeComments = createTakeComments(deps);
  const takeChecks = createTakeChecks(deps);

  async function lookAtState(host: CodeHost, job: Job, signal: AbortSignal): Promise<void> {
    const { sweeps, pullRequestJobs } = deps;
    const known = job.pullRequest;
    // Of a job at work its turn asks by itself, and the sweep sees it when the job is at rest.
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
    if (about.has("state")) await lookAtState(host, job, signal);
    const { conversations } = host;
    if (conversations === null) return;
    const taking = { job, number: job.pullRequest.number, conversations, settings, signal };
    if (about.has("comments") && settings.comments) await takeComments(taking);
    if (about.has("checks") && settings.failedChecks) await takeChecks(taking);
  };
}
