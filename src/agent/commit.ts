import type { ClaimedTurn, JobId } from "../jobs/index.ts";
import type { Mirror, Sha } from "../workspace/index.ts";

const author = { name: "Docwright", email: "docwright@localhost" };

/** The trailer by which a commit on a host is known to be this job's (R30). */
const trailer = (jobId: JobId) => `Docwright-Job: ${jobId}`;

/**
 * What a turn's commit says. Author, date and message are fixed by the turn, so that doing it again after a crash
 * makes the same commit.
 */
export function commitOf(turn: ClaimedTurn, subject: string) {
  return {
    author,
    atMs: turn.startedAt,
    message: `${subject}\n\n${trailer(turn.job.id)}\nDocwright-Turn: ${turn.message.seq}\n`,
  };
}

/** True where the commit carries the job's trailer. */
export async function isOurs(mirror: Mirror, sha: Sha, jobId: JobId): Promise<boolean> {
  const message = await mirror.commitMessage(sha);
  return message.split("\n").includes(trailer(jobId));
}
