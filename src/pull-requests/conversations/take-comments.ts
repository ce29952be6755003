import { LRUCache } from "lru-cache";
import { type Conversations, HostError, type PullRequestComment } from "../../codehost/index.ts";
import type { Database } from "../../db/index.ts";
import { AppError } from "../../errors.ts";
import type { Job, PullRequestJobs } from "../../jobs/index.ts";
import { limits } from "../../limits.ts";
import type { ProjectSettings } from "../../projects/index.ts";
import type { Clock } from "../../std/clock.ts";
import { instructionIn } from "./mention.ts";
import * as store from "./store.ts";
import { commentNotice, isOurAnswer } from "./texts.ts";

export interface TakeDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly pullRequestJobs: Pick<PullRequestJobs, "followUp" | "userMessages">;
}

export interface Taking {
  readonly job: Job;
  /** Of the job's pull request. */
  readonly number: number;
  readonly conversations: Conversations;
  readonly settings: ProjectSettings["conversations"];
  readonly signal: AbortSignal;
}

const { promptCharsMax } = limits.http;

/**
 * Makes follow-ups of the comments that ask for one. Each is dealt with once, by the host's own id of it: taken, or not,
 * because its author may not write to the repository (which the host is asked) or is a bot, or because it asks for
 * nothing that can be done. An answer stands in its thread when the turn is done, or at once where there is none.
 */
export function createTakeComments({ database, clock, pullRequestJobs }: TakeDeps) {
  const ownNames = new LRUCache<string, { readonly name: string | null }>({ max: 1000, ttl: namesMs });

  async function namesOf({ job, conversations, settings, signal }: Taking): Promise<readonly string[]> {
    const key = `${job.projectId} ${job.repositoryUrl}`;
    const known = ownNames.get(key) ?? { name: await conversations.findOwnName(signal) };
    ownNames.set(key, known);
    return [settings.mention, ...(known.name === null ? [] : [known.name])];
  }

  return async (taking: Taking): Promise<void> => {
    const { job, number, conversations, signal } = taking;
    const said = await conversations.listComments(number, since(clock.now()), signal);
    const known = await store.knownCauses(database.db, job.id);
    const fresh = said.filter((one) => !known.has(causeOf(one)) && !isOurAnswer(one.text));
    if (fresh.length === 0) return;
    const names = await namesOf(taking);
    const asking = fresh
      .flatMap((comment) => {
        const instruction = instructionIn(comment.text, names);
        return instruction === null ? [] : [{ comment, instruction }];
      })
      .toSorted((a, b) => a.comment.createdAt - b.comment.createdAt)
      .slice(0, limits.conversations.commentsPerLookMax);
    for (const { comment, instruction } of asking) {
      signal.throwIfAborted();
      const standing = comment.author.isBot
        ? { mayWrite: false, isBot: true }
        : await conversations.findStanding(comment.author, signal);
      if (standing.mayWrite && !standing.isBot) await take(taking, comment, instruction);
      else
        await leave(taking, comment, { outcome: standing.isBot ? "bot" : "may not write", sentence: null });
    }
  };

  async function take(taking: Taking, comment: PullRequestComment, instruction: string): Promise<void> {
    const { job, number } = taking;
    const sentence = problemOf(instruction);
    if (sentence !== null) return leave(taking, comment, { outcome: "refused", sentence });
    const { author, place, thread } = comment;
    try {
      await pullRequestJobs.followUp(
        job.id,
        { prompt: instruction, notice: commentNotice(author.name, place) },
        (tx, messageSeq) =>
          store.insertFollowUp(tx, {
            ...{ jobId: job.id, cause: causeOf(comment), outcome: "message", messageSeq },
            place: { number, thread, sentence: null },
            now: clock.now(),
          }),
      );
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== "conflict") throw error;
      await leave(taking, comment, { outcome: "refused", sentence: error.message });
    }
  }

  /** `sentence` is answered in the thread; null leaves the comment without an answer. */
  async function leave(
    { job, number }: Taking,
    comment: PullRequestComment,
    { outcome, sentence }: { outcome: string; sentence: string | null },
  ): Promise<void> {
    await store.insertFollowUp(database.db, {
      ...{ jobId: job.id, cause: causeOf(comment), outcome, messageSeq: null },
      place: sentence === null ? null : { number, thread: comment.thread, sentence },
      now: clock.now(),
    });
  }
}

const namesMs = 60 * 60 * 1000;
const dayMs = 24 * 60 * 60 * 1000;

/** By whole days, so that the host is asked the same question all day long. */
function since(now: number): number {
  return Math.floor((now - limits.conversations.commentAgeMs) / dayMs) * dayMs;
}

const causeOf = ({ id }: PullRequestComment) => `comment ${id}`;

function problemOf(instruction: string): string | null {
  if (instruction === "") return "Say what to do, in the same comment.";
  if ([...instruction].length <= promptCharsMax) return null;
  return `This is too long: at most ${promptCharsMax} characters are taken.`;
}

/** What a failure of the host means for who waits: null where it is tried again. */
export function isFinal(error: unknown): boolean {
  return error instanceof HostError && error.kind !== "unavailable";
}
