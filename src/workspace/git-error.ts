/**
 * Why git, or the remote behind it, did not do what was asked.
 *
 * `unreachable`: the network or the server; trying again may help. `auth`: the credentials are missing or not enough.
 * `not_found`: no such repository, branch or commit. `damaged`: objects are missing or corrupt. `locked`: two wanted one
 * lock, or a killed child left one. `timeout`: our own limit. `refused`: the remote or a rule of ours said no; trying again
 * will not help. `failed`: anything else.
 */
export type GitErrorKind =
  | "unreachable"
  | "auth"
  | "not_found"
  | "damaged"
  | "locked"
  | "timeout"
  | "refused"
  | "failed";

/**
 * `message` is for the job's owner: a sentence that says what to do next, without credentials. What git said, with
 * control characters and credentials taken out, is the `cause`, and goes to the log only.
 */
export class GitError extends Error {
  override readonly name = "GitError";
  readonly kind: GitErrorKind;

  constructor(kind: GitErrorKind, message: string, options: { cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.kind = kind;
  }
}

/** Objects of a mirror that are missing or corrupt. Whoever calls git through a mirror mends it and tries again. */
export function damaged(cause: unknown): GitError {
  const message = "The copy of the repository is damaged. It is made anew at the next try.";
  return new GitError("damaged", message, { cause });
}
