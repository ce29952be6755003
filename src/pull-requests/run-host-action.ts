import { type CodeHost, HostError } from "../codehost/index.ts";
import type { ClaimedHostAction, RunHostAction, Sweeps } from "../jobs/index.ts";

export interface HostActionParts {
  findCodeHost(repositoryUrl: string): CodeHost | null;
  readonly sweeps: Pick<Sweeps, "pullRequestEnded">;
}

/**
 * Carries out a wish to merge or close on the host, and notes what became of the pull request. Answers null, or the
 * host's sentence where it refused; also where it cannot be reached now, since a person waits. Doing it again finds it
 * done.
 */
export async function runHostAction(
  { findCodeHost, sweeps }: HostActionParts,
  claimed: ClaimedHostAction,
  signal: AbortSignal,
): ReturnType<RunHostAction> {
  const { job, action } = claimed;
  const host = findCodeHost(job.repositoryUrl);
  if (host === null || job.pullRequest === null)
    return "There is no pull request that this service could act on.";
  const { number } = job.pullRequest;
  try {
    const { state } =
      action === "merge"
        ? await host.merge(job.repositoryUrl, number, signal)
        : await host.close(job.repositoryUrl, number);
    if (state !== "open") await sweeps.pullRequestEnded(job.id, number, state);
    return null;
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof HostError) return error.message;
    throw error;
  }
}
