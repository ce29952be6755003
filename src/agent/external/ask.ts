import type { PromptResponse } from "@agentclientprotocol/sdk";
import { TurnError } from "../../errors.ts";
import { limits } from "../../limits.ts";
import type { Clock } from "../../std/clock.ts";
import type { Assignment } from "../agent.ts";
import type { TokenUsage } from "../models/model.ts";
import { explainAnswer } from "./failure.ts";
import { createProgress, type Progress } from "./progress.ts";
import { createReporter, type Reporter } from "./reporter.ts";
import type { Running } from "./running.ts";
import { usageOf } from "./usage.ts";

/** The result of one prompt. */
export interface Asked {
  readonly progress: Progress;
  readonly reporter: Reporter;
  readonly usage: TokenUsage;
  /** The reason why the work ended early; null if it was finished. */
  readonly cut: string | null;
}

interface Asking {
  readonly running: Running;
  readonly assignment: Assignment;
  readonly clock: Clock;
  /** The session's cost before this prompt, in US dollars. */
  readonly costBefore: number;
}

/**
 * Sends one prompt and waits until the agent responds or exceeds a limit on time, cost, output, or the resources of its
 * processes and folder. Throws if the agent fails; throws the signal's reason if the worker lost the turn.
 */
export async function ask(text: string, { running, assignment, clock, costBefore }: Asking): Promise<Asked> {
  const { connection, sessionId, hide } = running;
  const { signals, budget, transcript } = assignment;
  const progress = createProgress();
  const reporter = createReporter(assignment, progress, hide);
  const cut = Promise.withResolvers<string>();
  const spent = () => {
    const total = progress.costUsd();
    return total === null ? null : Math.max(0, total - costBefore);
  };

  function checkMoney(): void {
    const message = budget.exhausted(transcript, [usageOf(null, spent())]);
    if (message !== null) cut.resolve(message);
  }

  const prompted = connection.prompt(sessionId, text, {
    update(update) {
      if (progress.apply(update)) reporter.report();
      if (update.sessionUpdate === "usage_update") checkMoney();
    },
    call: (id) => progress.call(id),
    flooded: () => cut.resolve("The agent sent too much output for one turn."),
  });
  const answered = prompted.catch(async (error: unknown) => {
    throw await explainAnswer(error, "finished", running);
  });
  const over = new AbortController();
  const watched = running.watch(over.signal).then((why) => why ?? new Promise<never>(() => undefined));
  const late = whenAborted(signals.deadline, over.signal).then(
    () => budget.exhausted(transcript) ?? "The turn ran out of time.",
  );
  try {
    const first = await Promise.race([
      answered.then((response) => ({ response })),
      Promise.race([cut.promise, watched, late]).then((message) => ({ message })),
      whenAborted(signals.signal, over.signal).then(() => {
        throw signals.signal.reason;
      }),
    ]);
    const ended =
      "response" in first
        ? first
        : { ...first, response: await stop(running, answered, clock, signals.signal) };
    await reporter.settled();
    const { response } = ended;
    const message = "message" in ended ? ended.message : reasonOf(response);
    return { progress, reporter, usage: usageOf(response, spent()), cut: message };
  } finally {
    over.abort();
    answered.catch(() => undefined);
  }
}

/** Returns the reason why the agent stopped before it finished, or null if it finished. */
function reasonOf(response: PromptResponse | null): string | null {
  switch (response?.stopReason) {
    case "max_tokens":
      return "The agent stopped at its own token limit.";
    case "max_turn_requests":
      return "The agent stopped at its own step limit.";
    case "refusal":
      throw new TurnError("model_refused", "The agent refused to continue with this instruction.");
    case "cancelled":
      throw new TurnError(
        "model_error",
        "The agent reported that it was canceled, but nobody canceled it. Send the message again.",
      );
    default:
      return null;
  }
}

/** Asks the agent to stop, and kills it if it does not stop within `limits.external.cancelMs`. */
async function stop(
  running: Running,
  answered: Promise<PromptResponse>,
  clock: Clock,
  signal: AbortSignal,
): Promise<PromptResponse | null> {
  const waited = new AbortController();
  const patience = clock
    .sleep(limits.external.cancelMs, AbortSignal.any([waited.signal, signal]))
    .catch(() => undefined);
  const canceled = running.connection.cancel(running.sessionId).catch(() => undefined);
  const response = await Promise.race([
    answered.catch(() => null),
    patience.then(() => null),
    running.process.ended.then(() => null),
  ]);
  waited.abort();
  void canceled;
  // No process of the agent may write to the folder while we read it back.
  await running.process.kill();
  signal.throwIfAborted();
  return response;
}

function whenAborted(signal: AbortSignal, over: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    signal.addEventListener("abort", () => resolve(), { once: true, signal: over });
  });
}
