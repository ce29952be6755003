/** What the service refused, or that it could not be reached (status 0). `message` is for people. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly status: number;
  readonly details: ReadonlyMap<string, string>;

  constructor(status: number, message: string, details: ReadonlyMap<string, string> = new Map()) {
    super(message);
    this.status = status;
    this.details = details;
  }
}

/**
 * What is wrong by field, where the form has that field (what is said of a list's entry belongs to the list), and the
 * error itself where it says more than the fields can show.
 */
export function problemsOf<Name extends string>(
  error: Error | null,
  ...names: readonly Name[]
): { readonly problems: Readonly<Partial<Record<Name, string>>>; readonly failure: Error | null } {
  const problems: Partial<Record<Name, string>> = {};
  const details = error instanceof ApiError ? [...error.details] : [];
  let isShown = details.length > 0;
  for (const [path, message] of details) {
    const name = names.find((one) => path === one || path.startsWith(`${one}.`));
    if (name === undefined) isShown = false;
    else problems[name] ??= message;
  }
  return { problems, failure: isShown ? null : error };
}
