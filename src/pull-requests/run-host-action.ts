import { HostError } from "#codehosts";
import type { FindCodeHost } from "../codehost/index.ts";
import type { ClaimedHostAction, RunHostAction, Sweeps } from "../jobs/index.ts";

export interface HostActionDeps {
  readonly findCodeHost: FindCodeHost;
  readonly sweeps: Pick<Sweeps, "pullRequestEnded">;
}

/**
 * Merges or closes a pull request on its host as requested, and records its new state. Returns null, or an error
 * message if the host refused. An unreachable host is also reported, not retried, because a person is waiting.
 * Idempotent.
 */
export async function runHostAction(
  { findCodeHost, sweeps }: HostActionDeps,
  claimed: ClaimedHostAction,
  signal: AbortSignal,
): ReturnType<RunHostAction> {
  const { job, action } = claimed;
  if (job.pullRequest === null) return "This job has no pull request.";
  const { number } = job.pullRequest;
  try {
    const { actions } = await findCodeHost(job);
    if (actions === null) return `This pull request is on a code host. Open it there to ${action} it.`;
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
