/** What a run of tests came to. Written by the reporter inside of vitest, read by the script that started it. */
export interface Summary {
  readonly passed: number;
  readonly failed: number;
  /** Full names, each with its file. */
  readonly skipped: readonly string[];
}

/** The variable that names the file which the reporter writes to. */
export const summaryVariable = "DOCWRIGHT_TEST_SUMMARY";
