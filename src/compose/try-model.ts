import type { Agents } from "../agent/index.ts";
import { TurnError } from "../errors.ts";
import { limits } from "../limits.ts";
import type { ProjectId } from "../projects/index.ts";

/** Within `limits.models.trialMs`. Rejects with the signal's reason where that is aborted. */
export type TryModel = (
  asked: { readonly projectId: ProjectId | null; readonly model: string },
  signal: AbortSignal,
) => Promise<{ readonly ok: boolean; readonly message: string }>;

/** Whether a model answers is an outcome to whoever asks, not a failure: what ends a turn is a sentence here. */
export function createTryModel(probe: Agents["probe"]): TryModel {
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
