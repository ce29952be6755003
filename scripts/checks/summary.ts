/** The result of a test run, written by the reporter inside vitest and read by the script that started it. */
export interface Summary {
  readonly passed: number;
  readonly failed: number;
  /** Full names, with their files. */
  readonly skipped: readonly string[];
}

/** The environment variable with the path of the reporter's output file. */
export const summaryVariable = "DOCWRIGHT_TEST_SUMMARY";
