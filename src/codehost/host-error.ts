import { HostError, type HostErrorKind } from "#codehosts";
import { GitError, type GitErrorKind } from "#repositories";
import { AppError } from "../errors.ts";

const kinds: Readonly<Record<GitErrorKind, HostErrorKind>> = {
  unreachable: "unavailable",
  auth: "unauthorized",
  not_found: "not_found",
  damaged: "unavailable",
  locked: "unavailable",
  timeout: "unavailable",
  refused: "refused",
  failed: "unavailable",
};

/** Runs `work` and turns errors from git and the address guard into `HostError`. */
export async function asHost<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof GitError) throw new HostError(kinds[error.kind], error.message, { cause: error });
    if (error instanceof AppError && error.code === "invalid_request")
      throw new HostError("refused", error.message, { cause: error });
    if (error instanceof AppError && error.code === "unavailable")
      throw new HostError("unavailable", error.message, { cause: error });
    throw error;
  }
}

/** Runs `work` for a waiting caller, and turns errors from git and the host into errors that the caller can act on. */
export async function forCaller<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof GitError) throw new AppError("unavailable", error.message, { cause: error });
    if (!(error instanceof HostError)) throw error;
    const code = error.kind === "unavailable" ? "unavailable" : "invalid_request";
    throw new AppError(code, error.message, { cause: error });
  }
}
