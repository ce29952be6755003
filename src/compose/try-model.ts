import type { Agents } from "../agent/index.ts";
import { TurnError } from "../errors.ts";
import { limits } from "../limits.ts";
import type { ProjectId } from "../projects/index.ts";

/** Tests a model within `limits.models.trialMs`. If the signal is aborted, rejects with the signal's reason. */
export type TryModel = (
  asked: { readonly projectId: ProjectId | null; readonly model: string },
  signal: AbortSignal,
) => Promise<{ readonly ok: boolean; readonly message: string }>;

/** A model that doesn't respond is a result for the caller, not an error, so a `TurnError` becomes a message. */
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
          message: `${model} did not respond within ${limits.models.trialMs / 1000} seconds`,
        };
      if (error instanceof TurnError) return { ok: false, message: error.message };
      throw error;
    }
  };
}
