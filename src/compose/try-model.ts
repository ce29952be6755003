import type { Agents } from "../agent/index.ts";
import { TurnError } from "../errors.ts";
import type { HttpOptions } from "../http/index.ts";
import { limits } from "../limits.ts";

/** Whether a model answers is an outcome to whoever asks, not a failure: what ends a turn is a sentence here. */
export function createTryModel(probe: Agents["probe"]): HttpOptions["tryModel"] {
  return async ({ projectId, model }, signal) => {
    const patience = AbortSignal.timeout(limits.models.trialMs);
    try {
      return { ok: true, message: await probe(model, projectId, AbortSignal.any([signal, patience])) };
    } catch (error) {
      signal.throwIfAborted();
      if (patience.aborted)
        return {
          ok: false,
          message: `${model} did not answer within ${limits.models.trialMs / 1000} seconds`,
        };
      if (error instanceof TurnError) return { ok: false, message: error.message };
      throw error;
    }
  };
}
