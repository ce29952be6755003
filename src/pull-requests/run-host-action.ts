import { type FindCodeHost, HostError } from "../codehost/index.ts";
import type { ClaimedHostAction, RunHostAction, Sweeps } from "../jobs/index.ts";

export interface HostActionDeps {
  readonly findCodeHost: FindCodeHost;
  readonly sweeps: Pick<Sweeps, "pullRequestEnded">;
}

/**
 * Carries out a wish to merge or close on the host, and notes what became of the pull request. Answers null, or the
 * host's sentence where it refused; also where it cannot be reached now, since a person waits. Doing it again finds it
 * done.
 */
export async function runHostAction(
  { findCodeHost, sweeps }: HostActionDeps,
  claimed: ClaimedHostAction,
  signal: AbortSignal,
): ReturnType<RunHostAction> {
  const { job, action } = claimed;
  if (job.pullRequest === null) return "There is no pull request that this service could act on.";
  const { number } = job.pullRequest;
  try {
    const { actions } = await findCodeHost(job);
    if (actions === null) return `This pull request lives on its code host. Open its link to ${action} it.`;
    const { state } =
      action === "merge"
        ? await actions.merge(job.repositoryUrl, number, signal)
        : await actions.close(job.repositoryUrl, number);
    if (state !== "open") await sweeps.pullRequestEnded(job.id, number, state);
    return null;
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof HostError) return error.message;
    throw error;
  }
}
