import { createGlob } from "#site";
import type { Database } from "../db/index.ts";
import { limits } from "../limits.ts";
import type { ProjectId } from "../projects/index.ts";
import type { Clock } from "../std/clock.ts";
import { newId } from "../std/id.ts";
import type { Cause, Trigger, WatchedBranch } from "./automation.ts";
import * as runStore from "./run-store.ts";
import * as store from "./store.ts";

/** What a branch has that it had not when it was looked at last. */
export interface BranchNews {
  /** As it is called now. */
  readonly ref: string;
  readonly head: string;
  /** Newest first; none where the former commit is not known any more. */
  readonly commits: readonly { readonly sha: string; readonly message: string }[];
  /** Files that differ; null where that cannot be told, since the branch was replaced. */
  readonly paths: readonly string[] | null;
}

/**
 * Asks a repository now. `refused` is a sentence for people: it cannot be reached, or there is no such branch.
 */
export type CheckBranch = (
  at: { projectId: ProjectId; repositoryUrl: string; ref: string | null; since: string | null },
  signal: AbortSignal,
) => Promise<BranchNews | { readonly refused: string }>;

export interface WatchContext {
  readonly database: Database;
  readonly clock: Clock;
  readonly checkBranch: CheckBranch;
}

/** Looks at the branch that is due first. False where none is. */
export async function lookAtNext(context: WatchContext, signal: AbortSignal): Promise<boolean> {
  const { database, clock } = context;
  const { lookMs, lookEveryMs } = limits.automations;
  const now = clock.now();
  const watched = await store.claimWatch(database.db, { now, until: now + lookMs });
  if (watched === null) return false;
  const { trigger, projectId } = watched.automation;
  if (trigger.type !== "push") return true;
  const { repositoryUrl, ref } = trigger;
  const seen = await context.checkBranch({ projectId, repositoryUrl, ref, since: watched.seenSha }, signal);
  const look_at = clock.now() + lookEveryMs;
  await database.transaction(async (tx) => {
    if ("refused" in seen)
      return void (await store.moveWatch(tx, watched, {
        ...{ seen_sha: watched.seenSha, look_at, problem: seen.refused },
      }));
    if (!(await store.moveWatch(tx, watched, { seen_sha: seen.head, look_at, problem: null }))) return;
    if (!isOfInterest(watched, trigger, seen)) return;
    const { id: automationId } = watched.automation;
    const waiting = await runStore.findWaiting(tx, automationId, "push");
    const cause = causeOf(watched, repositoryUrl, seen);
    if (waiting !== null)
      return runStore.setCause(tx, waiting.id, joined(JSON.parse(waiting.cause) as Cause, cause));
    const dueKey = `push:${watched.seenSha}..${seen.head}:${clock.now()}`;
    await runStore.addRun(tx, { id: newId<"RunId">("run"), automationId, dueKey, cause, now: clock.now() });
  });
  return true;
}

type PushTrigger = Extract<Trigger, { type: "push" }>;

function isOfInterest({ seenSha }: WatchedBranch, trigger: PushTrigger, news: BranchNews): boolean {
  // The first look is where it begins.
  if (seenSha === null || seenSha === news.head) return false;
  if (trigger.mergedOnly && !news.commits.some(({ message }) => isMerged(message))) return false;
  if (trigger.paths.length === 0 || news.paths === null) return true;
  const globs = trigger.paths.map(createGlob);
  return news.paths.some((path) => globs.some((matches) => matches(path)));
}

/** As GitHub, Gitea, Bitbucket and GitLab name the pull request in the commit that brings it in, squashed or not. */
const merged =
  /^(?:Merge pull request [^\n]*#[0-9]+|Merged in [^\n]* \(pull request #[0-9]+\)|[^\n]* \(#[0-9]+\)$)|^See merge request \S+![0-9]+$/mu;

function isMerged(message: string): boolean {
  return merged.test(message);
}

/** Names and addresses only: what people wrote in the commits is not put into an instruction. */
function causeOf({ seenSha }: WatchedBranch, repositoryUrl: string, news: BranchNews): Cause {
  const { pathsShownMax, commitsShownMax } = limits.automations;
  const why = `${repositoryUrl} was pushed to: ${news.ref} is at ${news.head.slice(0, 10)}.`;
  const paths = (news.paths ?? []).map((path) => path.replace(/[\p{C}`]/gu, "?"));
  const more = paths.length - pathsShownMax;
  const lines = [
    `This was started by a push to ${news.ref} of ${repositoryUrl}, from ${seenSha} to ${news.head}.`,
    ...(news.commits.length === 0
      ? []
      : [
          `Commits: ${news.commits
            .slice(0, commitsShownMax)
            .map(({ sha }) => sha.slice(0, 10))
            .join(", ")}.`,
        ]),
    ...(paths.length === 0
      ? []
      : ["Files that changed there:", ...paths.slice(0, pathsShownMax).map((path) => `- ${path}`)]),
    ...(more > 0 ? [`- and ${more} more`] : []),
  ];
  return { why, text: lines.join("\n") };
}

const textCharsMax = 10_000;

function joined(before: Cause, after: Cause): Cause {
  return { why: after.why, text: `${before.text}\n\n${after.text}`.slice(-textCharsMax) };
}
