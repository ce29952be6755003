import type { Case } from "./cases.ts";

/** The result of one instruction. */
export interface Outcome extends Case {
  readonly framework: string;
  readonly status: string;
  /** The failure's code; null if the job completed. */
  readonly code: string | null;
  /** The text that the person reads: the reply or the failure. */
  readonly answer: string;
  /** The title and body of the pull request; null if there is none. */
  readonly pullRequest: string | null;
  readonly diff: string;
  /** Faults that `find-faults.ts` and the frameworks' own tools found, one sentence each. */
  readonly faults: readonly string[];
  readonly seconds: number;
}
