/** A failed call. Status 0 means that the service could not be reached. `message` is shown to people. */
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
 * Returns the problems with the form's fields, and the error itself as `failure` if it says more than those fields can
 * show. A problem with an entry of a list counts as a problem with the list.
 */
export function problemsOf<Name extends string>(
  error: Error | null,
  ...names: readonly Name[]
): { readonly problems: Readonly<Partial<Record<Name, string>>>; readonly failure: Error | null } {
  const problems: Partial<Record<Name, string>> = {};
  const details = error instanceof ApiError ? [...error.details] : [];
  let isShown = details.length > 0;
  for (const [path, message] of details) {
    const name = names.find((field) => path === field || path.startsWith(`${field}.`));
    if (name === undefined) isShown = false;
    else problems[name] ??= message;
  }
  return { problems, failure: isShown ? null : error };
}
