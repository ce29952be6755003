import type { ClaimedTurn, JobId } from "../jobs/index.ts";
import type { ProjectSettings } from "../projects/index.ts";
import type { Mirror, Sha } from "../workspace/index.ts";

/** The trailer by which a commit on a host is known to be this job's (R30). */
const trailer = (jobId: JobId) => `Docwright-Job: ${jobId}`;

/**
 * What a turn's commit says. Author, date and message are fixed by the turn and the project's settings, so that doing
 * it again after a crash makes the same commit.
 */
export function commitOf(
  { turn, settings }: { readonly turn: ClaimedTurn; readonly settings: ProjectSettings },
  subject: string,
) {
  const { authorName, authorEmail } = settings["pull-requests"];
  return {
    author: { name: authorName, email: authorEmail },
    atMs: turn.startedAt,
    message: `${subject}\n\n${trailer(turn.job.id)}\n${turnTrailer(turn)}\n`,
  };
}

const turnTrailer = ({ message }: ClaimedTurn) => `Docwright-Turn: ${message.seq}`;

/** True where the commit carries the job's trailer. */
export async function isOurs(mirror: Mirror, sha: Sha, jobId: JobId): Promise<boolean> {
  const message = await mirror.commitMessage(sha);
  return message.split("\n").includes(trailer(jobId));
}

/** The trailer of commits that the host made and signed, of whatever turn of the job. */
const hostTrailer = "Docwright-Commit: host";

/** The same message of a commit that the host makes. */
export function madeByHost(message: string): string {
  return `${message.trimEnd()}\n${hostTrailer}\n`;
}

interface TurnCommits {
  readonly turn: ClaimedTurn;
  readonly mirror: Mirror;
  /** Where the turn began, as in `Start`. */
  readonly baseSha: Sha;
  readonly headSha: Sha | null;
}

/** What the trailers of the commits that `tip` has and the base does not have say about the job and this turn. */
export async function readTrailers(
  { turn, mirror, baseSha, headSha }: TurnCommits,
  tip: Sha,
): Promise<{ readonly isThroughHost: boolean; readonly holdsTurn: boolean }> {
  const commits = await mirror.log(headSha ?? baseSha, tip);
  const all = headSha === null ? commits : await mirror.log(baseSha, tip);
  const has = (message: string, ...trailers: string[]) => {
    const lines = message.split("\n");
    return trailers.every((one) => lines.includes(one));
  };
  const ours = trailer(turn.job.id);
  return {
    isThroughHost: all.some(({ message }) => has(message, ours, hostTrailer)),
    holdsTurn: commits.some(({ message }) => has(message, ours, turnTrailer(turn), hostTrailer)),
  };
}
