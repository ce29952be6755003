import { limits } from "../limits.ts";

/** What a turn may use. Checked before each call to the model, so that no cap is passed by more than one call. */
export interface Budget {
  /** Null while another step may begin, else a sentence for the job's owner. */
  exhausted(stepsTaken: number): string | null;
}

export function createBudget(deadline: AbortSignal): Budget {
  return {
    exhausted(stepsTaken) {
      if (deadline.aborted) return "The turn ran out of time. Send a smaller instruction.";
      if (stepsTaken < limits.turn.stepsMax) return null;
      return `The turn took its ${limits.turn.stepsMax} steps without finishing. Send a smaller instruction.`;
    },
  };
}
