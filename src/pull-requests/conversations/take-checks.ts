import { limits } from "../../limits.ts";
import * as store from "./store.ts";
import type { TakeDeps, Taking } from "./take-comments.ts";
import { checksNotice, checksPrompt } from "./texts.ts";

/**
 * Makes a follow-up of the failed checks of a pull request's newest commit, once a commit and when none is pending any
 * more. A job that could not mend them some times in a row waits for a person's word.
 */
export function createTakeChecks({ database, clock, pullRequestJobs }: TakeDeps) {
  return async ({ job, number, conversations, signal }: Taking): Promise<void> => {
    // Its turn makes another commit, which has checks of its own.
    if (job.status === "active" || job.status === "archived") return;
    const { commit, pending, failed } = await conversations.findChecks(number, signal);
    if (pending || failed.length === 0 || commit === "") return;
    const cause = `checks ${commit}`;
    if ((await store.knownCauses(database.db, job.id)).has(cause)) return;
    const ofChecks = await store.checkMessages(database.db, job.id);
    const messages = await pullRequestJobs.userMessages(job.id);
    const lastOfPeople = Math.max(0, ...messages.filter((seq) => !ofChecks.has(seq)));
    const rounds = [...ofChecks].filter((seq) => seq > lastOfPeople).length;
    if (rounds >= limits.conversations.checkRoundsMax) return;
    const message = { prompt: checksPrompt(commit), notice: checksNotice(failed) };
    await pullRequestJobs.followUp(job.id, message, (tx, messageSeq) =>
      store.insertFollowUp(tx, {
        ...{ jobId: job.id, cause, outcome: "message", messageSeq },
        ...{ place: null, now: clock.now() },
      }),
    );
  };
}
