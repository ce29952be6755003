import { TurnError } from "../../errors.ts";
import { limits } from "../../limits.ts";
import type { Clock } from "../../std/clock.ts";
import { askOnce } from "./ask.ts";
import { estimateCall, estimateRequest, isCounted, totalOf } from "./estimate.ts";
import { type Failure, failureOf } from "./failure.ts";
import { messagesOf } from "./messages.ts";
import type { Model, ModelFacts, ModelReply, ModelRequest, TokenUsage } from "./model.ts";
import type { OpenModel } from "./providers/provider.ts";
import type { Patience } from "./silence.ts";

interface LanguageModelDeps {
  readonly id: string;
  readonly open: OpenModel;
  readonly facts: ModelFacts;
  readonly clock: Clock;
  readonly patience: Patience;
  /** The key, which is removed from every error message. */
  readonly secret: string | null;
}

/** The conversation exceeds the model's context window. The loop compacts it and calls the model again. */
export class ContextOverflow extends Error {
  override readonly name = "ContextOverflow";
}

/** Retrying the step would exceed the budget. */
export class OutOfBudget extends Error {
  override readonly name = "OutOfBudget";
}

/**
 * Creates a language model. It retries a failed call if that may help, and otherwise throws an error that says why the
 * call failed.
 */
export function createLanguageModel({ id, open, facts, clock, patience, secret }: LanguageModelDeps): Model {
  return {
    id,
    facts,
    async step(request, signal) {
      const { triesMax = limits.models.triesMax } = request;
      const lost: TokenUsage[] = [];
      for (let tries = 1; ; tries++) {
        signal.throwIfAborted();
        const answer = await ask(request, signal);
        if ("reply" in answer) return { ...answer.reply, usage: totalOf(answer.reply.usage, lost) };
        const { failure } = answer;
        if (failure.kind === "overflow") throw new ContextOverflow(failure.message);
        const again = failure.kind === "again" && tries < triesMax ? failure : null;
        const waitMs = again === null ? null : waitBefore(tries, again.afterMs);
        if (again === null || waitMs === null)
          throw new TurnError("model_error", `The call to ${id} failed: ${failure.message}`, {
            cause: new Error(failure.message),
          });
        if (again.counted) lost.push(estimateRequest(request));
        if (request.affords?.(lost) === false) throw new OutOfBudget(failure.message);
        await request.retrying?.({ status: again.status, waitMs, attempt: tries + 1, triesMax });
        await clock.sleep(waitMs, signal);
      }
    },
  };

  async function ask(
    request: ModelRequest,
    signal: AbortSignal,
  ): Promise<{ reply: ModelReply } | { failure: Failure }> {
    try {
      const { system, tools, transcript, conversation } = request;
      const messages = messagesOf(transcript, facts.reads);
      const reply = await askOnce({
        ...{ open, system, tools, messages, conversation, patience, clock, signal },
      });
      return { reply: isCounted(reply) ? reply : { ...reply, usage: estimateCall(request, reply) } };
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof TurnError) throw error;
      return { failure: failureOf(error, secret) };
    }
  }
}

/** Returns the provider's wait or an exponential backoff from `limits.models.retryMs`; null if the wait is too long. */
function waitBefore(tries: number, afterMs: number | null): number | null {
  if (afterMs !== null) return afterMs <= limits.models.retryMsMax ? afterMs : null;
  // Randomize half of the wait, so that jobs that were rejected together do not retry together.
  const ms = Math.min(limits.models.retryMs * 2 ** (tries - 1), limits.models.retryMsMax);
  return ms / 2 + (Math.random() * ms) / 2;
}
