import { HostError } from "../../codehost/index.ts";
import type { Database } from "../../db/index.ts";
import type { PullRequestJobs, PullRequestSubject } from "../../jobs/index.ts";
import { limits } from "../../limits.ts";
import type { Log } from "../../observe/index.ts";
import type { ProjectId } from "../../projects/index.ts";
import type { Clock } from "../../std/clock.ts";
import { releaseAnswers } from "../conversations/store.ts";
import { deliveryChannel } from "./incoming-hooks.ts";
import type { RefreshPullRequest } from "./refresh-pull-request.ts";
import * as store from "./store.ts";

export interface DeliveryRunnerDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly pullRequestJobs: Pick<PullRequestJobs, "find">;
  readonly look: RefreshPullRequest;
  /** Gives the next answer that is due; false where there is none. */
  readonly answerNext: (signal: AbortSignal) => Promise<boolean>;
  /** Looks at what is due by itself. */
  readonly poll: (signal: AbortSignal) => Promise<void>;
}

export interface DeliveryRunner {
  /** Begins to work on what hosts told; again changes nothing. */
  start(): void;
  /** Cuts what is under way, which is taken up again, and resolves when nothing runs. */
  stop(): Promise<void>;
}

/**
 * Looks at the pull requests that hosts told of: one look for everything that waits about one. Where the host cannot be
 * reached it is tried again for some hours; a worker that is killed leaves it to the next. Gives answers that are due,
 * and polls. A project is looked at by one look at a time, so that a host that does not answer holds up no other's.
 */
export function createDeliveryRunner(deps: DeliveryRunnerDeps): DeliveryRunner {
  const { database, clock, log } = deps;
  const stopping = new AbortController();
  const looks = new Map<string, Promise<void>>();
  let wake = () => {};
  let beating: Promise<unknown> | null = null;

  /** Begins a look at what waits longest; false where nothing waits that is not of a project under way. */
  async function beginNext(): Promise<boolean> {
    if (looks.size >= limits.hooks.looksAtOnce) await Promise.race(looks.values());
    const now = clock.now();
    const until = now + limits.hooks.lookMs;
    const except = [...looks.keys()];
    const claimed = await database.transaction((tx) => store.claimDeliveries(tx, { now, until, except }));
    if (claimed === null) return false;
    const { projectId } = claimed;
    const look = workOn(claimed)
      .catch(report)
      .then(() => {
        looks.delete(projectId);
        wake();
      });
    looks.set(projectId, look);
    return true;
  }

  async function workOn(claimed: store.ClaimedDeliveries): Promise<void> {
    const retryAt = await lookFor(claimed);
    const ending =
      retryAt === null
        ? { status: "done" as const, next_at: clock.now() }
        : retryAt === "never"
          ? { status: "failed" as const, next_at: clock.now() }
          : { status: "waiting" as const, next_at: retryAt };
    await database.transaction((tx) => store.finishDeliveries(tx, claimed, ending));
  }

  /** When to try again; null where it is done. */
  async function lookFor(claimed: store.ClaimedDeliveries): Promise<number | "never" | null> {
    const { projectId, subject, about, attempts } = claimed;
    try {
      const job = await deps.pullRequestJobs.find(projectId as ProjectId, readSubject(subject));
      if (job !== null) await deps.look(job, about, stopping.signal);
      return null;
    } catch (error) {
      stopping.signal.throwIfAborted();
      log.warn({ error, projectId, subject }, "a pull request that a host told of could not be looked at");
      if (error instanceof HostError && error.kind !== "unavailable") return "never";
      const afterMs = limits.hooks.retryAfterMs[attempts];
      return afterMs === undefined ? "never" : clock.now() + afterMs;
    }
  }

  /** Until the service stops: does what is due, and waits for a moment, or until it is woken, where nothing is. */
  async function beat(work: () => Promise<boolean>, nap: () => AbortSignal = () => stopping.signal) {
    while (!stopping.signal.aborted) {
      const woken = nap();
      if (await work().catch(report)) continue;
      await clock.sleep(limits.hooks.pollMs, woken).catch(ignoreAbort);
    }
  }

  async function beatAll(): Promise<void> {
    await store.releaseDeliveries(database.db, clock.now());
    await releaseAnswers(database.db, clock.now());
    const unlisten = database.listen(deliveryChannel, () => wake());
    try {
      await Promise.all([
        beat(beginNext, () => {
          const nap = new AbortController();
          wake = () => nap.abort();
          return AbortSignal.any([nap.signal, stopping.signal]);
        }),
        beat(() => deps.answerNext(stopping.signal)),
        beat(async () => {
          await deps.poll(stopping.signal);
          await store.forgetDeliveries(database.db, clock.now() - limits.hooks.keepMs);
          return false;
        }),
      ]);
    } finally {
      unlisten();
      await Promise.all(looks.values());
    }
  }

  function report(error: unknown): boolean {
    if (!stopping.signal.aborted) log.error({ error }, "what hosts told could not be worked on");
    return false;
  }

  return {
    start() {
      beating ??= beatAll().catch(report);
    },
    async stop() {
      stopping.abort(new Error("the service is stopping"));
      await beating;
    },
  };
}

function ignoreAbort(): void {}

function readSubject(text: string): PullRequestSubject {
  const [kind, ...rest] = text.split(" ");
  const name = rest.join(" ");
  if (kind === "number") return { number: Number(name) };
  return kind === "branch" ? { branch: name } : { commit: name };
}
