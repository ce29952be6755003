/** The result of one check of `doctor`. */
export interface Finding {
  readonly ok: boolean;
  readonly subject: string;
  /** What was found; if it is not ok, what to do. */
  readonly message: string;
}

/** Turns the outcome of `see` into a finding: its message if it succeeds, its error's message if it throws. */
export async function runCheck(subject: string, see: () => Promise<string>): Promise<Finding> {
  try {
    return { ok: true, subject, message: await see() };
  } catch (error) {
    return { ok: false, subject, message: error instanceof Error ? error.message : String(error) };
  }
}
