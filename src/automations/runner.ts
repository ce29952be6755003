import { limits } from "../limits.ts";
import type { Log } from "../observe/index.ts";
import { runConcurrently } from "../std/concurrency.ts";
import { automationChannel } from "./create-automations.ts";
import { addDueRuns, realignSchedules } from "./due.ts";
import * as runStore from "./run-store.ts";
import { moveRuns, type RunContext } from "./runs.ts";
import { lookAtNext, type WatchContext } from "./watch.ts";

export interface AutomationRunner {
  /** Begins to look; again changes nothing. */
  start(): void;
  /** Resolves when nothing runs any more. What was not written down is done again by the next. */
  stop(): Promise<void>;
  /** One round: what is due, what has ended, what may begin. */
  tick(): Promise<void>;
  /** Looks at every watched branch that is due. */
  look(signal: AbortSignal): Promise<void>;
}

export function createAutomationRunner(
  options: RunContext & WatchContext & { readonly log: Log },
): AutomationRunner {
  const { database, clock, log } = options;
  const stopping = new AbortController();
  let beating: Promise<unknown> | null = null;
  /** Before the first round the clock may have been set back while nobody looked. */
  let lastSeen = Number.POSITIVE_INFINITY;

  async function tick(): Promise<void> {
    const now = clock.now();
    if (now < lastSeen) await realignSchedules(options);
    lastSeen = now;
    await addDueRuns(options);
    await moveRuns(options);
    await runStore.forgetRuns(database.db, now - limits.automations.keepMs);
  }

  /** Some at once, so that a repository that does not answer holds up no other. */
  const look = (signal: AbortSignal) =>
    runConcurrently(
      limits.automations.looksAtOnce,
      async () => !signal.aborted && (await lookAtNext(options, signal)),
    );

  /** Again and again, woken by the channel; a failure is logged, and the next round tries again. */
  async function repeat(work: () => Promise<void>): Promise<void> {
    let wake = () => {};
    const unlisten = database.listen(automationChannel, () => wake());
    while (!stopping.signal.aborted) {
      const nap = new AbortController();
      wake = () => nap.abort();
      await work().catch((error: unknown) => {
        if (!stopping.signal.aborted) log.error({ error }, "automations could not be looked after");
      });
      const signal = AbortSignal.any([nap.signal, stopping.signal]);
      await clock.sleep(limits.automations.pollMs, signal).catch(ignoreAbort);
    }
    unlisten();
  }

  return {
    tick,
    look,
    start() {
      // Apart, since a repository may take minutes to answer.
      beating ??= Promise.all([repeat(tick), repeat(() => look(stopping.signal))]);
    },
    async stop() {
      stopping.abort(new Error("the service is stopping"));
      await beating;
    },
  };
}

function ignoreAbort(): void {}
