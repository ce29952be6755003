import type { Database } from "../db/index.ts";
import { TurnError } from "../errors.ts";
import { limits } from "../limits.ts";
import type { Log } from "../observe/index.ts";
import type { Clock } from "../std/clock.ts";
import { eventChannel } from "./events.ts";
import {
  type ClaimedHostAction,
  claimHostAction,
  finishHostAction,
  hostActionChannel,
} from "./host-actions.ts";
import {
  type ClaimedTurn,
  cancelChannel,
  claimTurn,
  releaseLease,
  renewLease,
  turnChannel,
} from "./queue.ts";
import { announceTurnEnd, LeaseLost, openTurnRecord, type TurnRecord } from "./turn-record.ts";

/**
 * Carries out one turn to its end: it completes or fails the record itself, or throws what the signal says. That says
 * to stop at once: the lease is lost, the job was cancelled, or the process is stopping.
 */
export type RunTurn = (turn: ClaimedTurn, record: TurnRecord, signal: AbortSignal) => Promise<void>;

/** Carries out a wish to merge or close. Answers the host's sentence where it refused, else null. */
export type RunHostAction = (claimed: ClaimedHostAction, signal: AbortSignal) => Promise<string | null>;

export interface Runner {
  /** Begins to take work; again changes nothing. */
  start(): void;
  /** Takes no more work, gives back what is in hand after `limits.runner.stopMs`, and resolves when nothing runs. */
  stop(): Promise<void>;
  /** Turns in hand. */
  running(): number;
}

export interface RunnerOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly workerId: string;
  readonly turnsAtOnce: number;
  readonly runTurn: RunTurn;
  readonly runHostAction: RunHostAction;
  /** Periodic work by name, one after the other; what fails is logged, keeps no other back, and is tried again. */
  readonly sweeps: Readonly<Record<string, (signal: AbortSignal) => Promise<unknown>>>;
}

/** The process is stopping: the turn goes on in another, or after the restart. */
class Stopping extends Error {
  override readonly name = "Stopping";
}

export function createRunner(options: RunnerOptions): Runner {
  const { database, clock, log } = options;
  const stopping = new AbortController();
  const work = new Set<Promise<void>>();
  const turns = new Set<Promise<void>>();

  function track(set: Set<Promise<void>>, task: Promise<void>): void {
    set.add(task);
    void task.finally(() => set.delete(task));
  }

  /** Runs `take` until it finds nothing, then waits for the channel or the poll. */
  async function pump(channel: string, take: () => Promise<boolean>): Promise<void> {
    let woken = false;
    let wake = () => {};
    const unlisten = database.listen(channel, () => {
      woken = true;
      wake();
    });
    try {
      while (!stopping.signal.aborted) {
        woken = false;
        const took = await take().catch((error: unknown) => {
          log.error({ error, channel }, "taking work failed");
          return false;
        });
        if (took || woken) continue;
        const nap = new AbortController();
        wake = () => nap.abort();
        await clock
          .sleep(limits.runner.pollMs, AbortSignal.any([nap.signal, stopping.signal]))
          .catch(ignoreAbort);
      }
    } finally {
      unlisten();
    }
  }

  async function takeTurn(): Promise<boolean> {
    if (turns.size >= options.turnsAtOnce) {
      await Promise.race(turns);
      return true;
    }
    const turn = await claimTurn(options, options.workerId);
    if (turn === null) return false;
    track(turns, carryOut(options, turn, stopping.signal));
    return true;
  }

  async function takeHostAction(): Promise<boolean> {
    const claimed = await claimHostAction(options);
    if (claimed === null) return false;
    const refusal = await options.runHostAction(claimed, stopping.signal);
    await finishHostAction(options, claimed, refusal);
    return true;
  }

  async function beat(): Promise<void> {
    while (!stopping.signal.aborted) {
      for (const [sweep, run] of Object.entries(options.sweeps))
        await run(stopping.signal).catch((error: unknown) => {
          if (!stopping.signal.aborted) log.error({ error, sweep }, "a sweep failed");
        });
      await clock.sleep(limits.runner.sweepEveryMs, stopping.signal).catch(ignoreAbort);
    }
  }

  return {
    start() {
      if (work.size > 0) return;
      track(work, pump(turnChannel, takeTurn));
      track(work, pump(hostActionChannel, takeHostAction));
      track(work, beat());
    },
    async stop() {
      stopping.abort(new Stopping("the service is stopping"));
      // What ignores its signal for longer is left behind: its lease lapses, and another worker goes on.
      const waited = new AbortController();
      const ended = Promise.allSettled([...work, ...turns]).finally(() => waited.abort());
      await Promise.race([ended, clock.sleep(limits.runner.stopMs, waited.signal).catch(ignoreAbort)]);
    },
    running: () => turns.size,
  };
}

/** One claimed turn: its lease renewed, its end seen to. */
async function carryOut(options: RunnerOptions, turn: ClaimedTurn, stopping: AbortSignal): Promise<void> {
  const { database, clock } = options;
  const log = options.log.child({ job: turn.job.id, turn: turn.id });
  const ended = new AbortController();
  const lost = new AbortController();
  const signal = AbortSignal.any([lost.signal, stopping]);
  // A store that cannot be reached now may answer before the lease lapses; afterwards the token refuses us.
  const checkLease = async () => {
    const held = await renewLease(options, turn).catch(() => true);
    if (!held) lost.abort(new LeaseLost("the turn's lease is lost"));
  };
  const unlisten = database.listen(cancelChannel(turn.job.id), () => void checkLease());
  const renewing = keepLease(clock, checkLease, ended.signal, lost);
  const record = openTurnRecord(options, turn);
  try {
    if (isHopeless(turn, clock.now()))
      throw new TurnError("internal", "The turn stopped its worker again and again, and was given up.");
    await options.runTurn(turn, record, signal);
  } catch (error) {
    await settle({ options, turn, record, error, signal, log });
  } finally {
    ended.abort();
    unlisten();
    await renewing;
    announceTurnEnd(database);
    database.notify(eventChannel(turn.job.id));
  }
}

/**
 * A turn that kills its worker is given up in the end; one that only had the bad luck of being at work when workers
 * were killed for another reason gets the time to see that over.
 */
function isHopeless({ fruitlessClaims, progressAt }: ClaimedTurn, now: number): boolean {
  const { fruitlessClaimsMax, fruitlessMs } = limits.runner;
  return fruitlessClaims > fruitlessClaimsMax && now - progressAt > fruitlessMs;
}

async function keepLease(
  clock: Clock,
  checkLease: () => Promise<void>,
  ended: AbortSignal,
  lost: AbortController,
): Promise<void> {
  while (!ended.aborted && !lost.signal.aborted) {
    try {
      await clock.sleep(limits.runner.renewEveryMs, ended);
    } catch {
      return;
    }
    await checkLease();
  }
}

interface Failed {
  readonly options: RunnerOptions;
  readonly turn: ClaimedTurn;
  readonly record: TurnRecord;
  readonly error: unknown;
  readonly signal: AbortSignal;
  readonly log: Log;
}

/** What a turn that threw leaves behind. */
async function settle({ options, turn, record, error, signal, log }: Failed): Promise<void> {
  const cause: unknown = signal.aborted ? signal.reason : error;
  try {
    if (cause instanceof Stopping) return await releaseLease(options, turn);
    if (cause instanceof LeaseLost || error instanceof LeaseLost)
      return log.warn("the turn is not ours any more");
    const failure =
      cause instanceof TurnError
        ? { code: cause.code, message: cause.message }
        : ({
            code: "internal",
            message: "Something failed on our side. The log has the cause; send the message again.",
          } as const);
    if (failure.code === "internal") log.error({ error: cause }, "the turn failed");
    await record.fail(failure, { answer: failure.message, commit: null });
  } catch (problem) {
    // The lease lapses, and the turn is claimed again.
    log.error({ error: problem }, "the turn's end could not be written");
  }
}

function ignoreAbort(): void {}
