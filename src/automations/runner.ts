import { createLoop, type Loop, type LoopWork, runConcurrently } from "#runtime";
import { limits } from "../limits.ts";
import type { Log } from "../observe/index.ts";
import { automationChannel } from "./create-automations.ts";
import { addDueRuns, realignSchedules } from "./due.ts";
import * as runStore from "./run-store.ts";
import { moveRuns, type RunContext } from "./runs.ts";
import { checkNextBranch, type WatchContext } from "./watch.ts";

/** The next runner repeats work whose outcome was not recorded. */
export interface AutomationRunner extends Pick<Loop, "start" | "stop"> {
  /** Adds due runs, finishes ended runs and starts queued runs, once. */
  tick(): Promise<void>;
  /** Checks every watched branch that is due. */
  checkBranches(signal: AbortSignal): Promise<void>;
}

/** `watches` is false in a process that doesn't contact repositories. */
export function createAutomationRunner(
  options: RunContext & WatchContext & { readonly log: Log; readonly watches?: boolean },
): AutomationRunner {
  const { database, clock, log, watches = true } = options;
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

  const repeated = (run: (signal: AbortSignal) => Promise<void>): LoopWork => ({
    run: (signal) => run(signal).then(() => false),
    everyMs: limits.automations.pollMs,
    listen: (wake) => database.listen(automationChannel, wake),
    onFailure: (error) => log.error({ error }, "could not process automations"),
  });
  // Use separate loops, because a repository may take minutes to respond.
  const { start, stop } = createLoop(clock, [repeated(tick), ...(watches ? [repeated(checkBranches)] : [])]);
  return { start, stop, tick, checkBranches };
}
