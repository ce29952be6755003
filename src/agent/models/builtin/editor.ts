import { TurnError } from "../../../errors.ts";
import type { Model } from "../model.ts";

/**
 * The model that needs no language model: it reads the instruction by its grammar and drives the same tools. A pure
 * function of the transcript.
 */
export function createBuiltinEditor(): Model {
  return {
    id: "builtin/editor",
    step: async () => {
      throw new TurnError("needs_language_model", "The builtin editor did not understand the instruction.");
    },
  };
}
