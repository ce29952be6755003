import { limits } from "../limits.ts";
import type { Log } from "../observe/index.ts";
import { runConcurrently } from "../std/concurrency.ts";
import { automationChannel } from "./create-automations.ts";
import { addDueRuns, realignSchedules } from "./due.ts";
import * as runStore from "./run-store.ts";
import { moveRuns, type RunContext } from "./runs.ts";
import { checkNextBranch, type WatchContext } from "./watch.ts";

export interface AutomationRunner {
  /** Starts the runner. Idempotent. */
  start(): void;
  /** Resolves when nothing is running. The next runner repeats work whose outcome was not recorded. */
  stop(): Promise<void>;
  /** Adds due runs, finishes ended runs and starts queued runs, once. */
  tick(): Promise<void>;
  /** Checks every watched branch that is due. */
  checkBranches(signal: AbortSignal): Promise<void>;
}

export function createAutomationRunner(
  options: RunContext & WatchContext & { readonly log: Log },
): AutomationRunner {
  const { database, clock, log } = options;
  const stopping = new AbortController();
  let beating: Promise<unknown> | null = null;
  /** Infinity, because the clock may have been set back before the first tick. */
  let lastSeen = Number.POSITIVE_INFINITY;

  async function tick(): Promise<void> {
    const now = clock.now();
    if (now < lastSeen) await realignSchedules(options);
    lastSeen = now;
    await addDueRuns(options);
    await moveRuns(options);
    await runStore.forgetRuns(database.db, now - limits.automations.keepMs);
  }

  /** Checks several at once, so that an unresponsive repository does not delay the others. */
  const checkBranches = (signal: AbortSignal) =>
    runConcurrently(
      limits.automations.looksAtOnce,
      async () => !signal.aborted && (await checkNextBranch(options, signal)),
    );

  /**
   * Repeats at intervals, and when woken by the channel, until stopped. Failures are logged and retried on the next
   * round.
   */
  async function repeat(work: () => Promise<void>): Promise<void> {
    let wake = () => {};
    const unlisten = database.listen(automationChannel, () => wake());
    while (!stopping.signal.aborted) {
      const nap = new AbortController();
      wake = () => nap.abort();
      await work().catch((error: unknown) => {
        if (!stopping.signal.aborted) log.error({ error }, "could not process automations");
      });
      const signal = AbortSignal.any([nap.signal, stopping.signal]);
      await clock.sleep(limits.automations.pollMs, signal).catch(ignoreAbort);
    }
    unlisten();
  }

  return {
    tick,
    checkBranches,
    start() {
      // Use separate loops, because a repository may take minutes to respond.
      beating ??= Promise.all([repeat(tick), repeat(() => checkBranches(stopping.signal))]);
    },
    async stop() {
      stopping.abort(new Error("the service is stopping"));
      await beating;
    },
  };
}

function ignoreAbort(): void {}
