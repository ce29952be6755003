/** What `doctor` reports about one thing that a job needs. */
export interface Finding {
  readonly ok: boolean;
  readonly subject: string;
  /** What was found; where it is not ok, what to do. */
  readonly message: string;
}

/** `see` returns what it found, or throws what to do. */
export async function look(subject: string, see: () => Promise<string>): Promise<Finding> {
  try {
    return { ok: true, subject, message: await see() };
  } catch (error) {
    return { ok: false, subject, message: error instanceof Error ? error.message : String(error) };
  }
}
