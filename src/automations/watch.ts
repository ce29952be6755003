import { createGlob } from "#site/glob";
import type { Database } from "../db/index.ts";
import { limits } from "../limits.ts";
import type { ProjectId } from "../projects/index.ts";
import type { Clock } from "../std/clock.ts";
import { newId } from "../std/id.ts";
import type { Cause, Trigger, WatchedBranch } from "./automation.ts";
import * as runStore from "./run-store.ts";
import * as store from "./store.ts";

/** The changes to a branch since the last check. */
export interface BranchNews {
  /** The branch's current name. */
  readonly ref: string;
  readonly head: string;
  /** Newest first. Empty if the previous commit no longer exists. */
  readonly commits: readonly { readonly sha: string; readonly message: string }[];
  /** The files that differ. Null if unknown because the branch was replaced. */
  readonly paths: readonly string[] | null;
}

/**
 * Checks a repository. `refused` is the human-readable reason why the check failed: the repository is unreachable, or
 * has no such branch.
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

/** Checks the branch whose check is most overdue. Returns false if none is due. */
export async function checkNextBranch(context: WatchContext, signal: AbortSignal): Promise<boolean> {
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
  // The first check only records the branch's commit.
  if (seenSha === null || seenSha === news.head) return false;
  if (trigger.mergedOnly && !news.commits.some(({ message }) => isMerged(message))) return false;
  if (trigger.paths.length === 0 || news.paths === null) return true;
  const globs = trigger.paths.map((path) => createGlob(path));
  return news.paths.some((path) => globs.some((matches) => matches(path)));
}

/** Matches the messages of GitHub's, Gitea's, Bitbucket's and GitLab's merge and squash commits. */
const merged =
  /^(?:Merge pull request [^\n]*#[0-9]+|Merged in [^\n]* \(pull request #[0-9]+\)|[^\n]* \(#[0-9]+\)$)|^See merge request \S+![0-9]+$/mu;

function isMerged(message: string): boolean {
  return merged.test(message);
}

/** Contains names and addresses only, because commit messages are untrusted and must not become instructions. */
function causeOf({ seenSha }: WatchedBranch, repositoryUrl: string, news: BranchNews): Cause {
  const { pathsShownMax, commitsShownMax } = limits.automations;
  const why = `Push to ${repositoryUrl}: ${news.ref} is now at ${news.head.slice(0, 10)}.`;
  const paths = (news.paths ?? []).map((path) => path.replace(/[\p{C}`]/gu, "?"));
  const more = paths.length - pathsShownMax;
  const lines = [
    `This run was started by a push to ${news.ref} in ${repositoryUrl}, from ${seenSha} to ${news.head}.`,
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
      : ["Changed files:", ...paths.slice(0, pathsShownMax).map((path) => `- ${path}`)]),
    ...(more > 0 ? [`- and ${more} more`] : []),
  ];
  return { why, text: lines.join("\n") };
}

const textCharsMax = 10_000;

function joined(before: Cause, after: Cause): Cause {
  return { why: after.why, text: `${before.text}\n\n${after.text}`.slice(-textCharsMax) };
}
