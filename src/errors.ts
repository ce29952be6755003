/**
 * The failures that a caller can act on. Everything else that is thrown is a fault of ours: it is logged
 * with its cause and shown as `internal`.
 *
 * `message` is for the caller: a sentence that says what to do next, without secrets. `cause` is for the
 * operator and goes to the log only.
 */
export class AppError extends Error {
  override readonly name = "AppError";
  readonly code: ErrorCode;
  readonly fields: ErrorFields;

  constructor(code: ErrorCode, message: string, options: { cause?: unknown; fields?: ErrorFields } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.fields = options.fields ?? {};
  }
}

export type ErrorCode =
  | "invalid_request"
  | "unauthorized"
  | "forbidden"
  | "not_found"
  | "method_not_allowed"
  | "conflict"
  | "payload_too_large"
  | "unsupported_media_type"
  | "rate_limited"
  | "internal"
  | "unavailable";

export interface ErrorFields {
  /** What is wrong with the input, one entry a fault (R20). */
  readonly details?: readonly ErrorDetail[];
  /** When to try again, in seconds, rounded up. */
  readonly retryAfterSeconds?: number;
  /** The methods that the route allows, for `method_not_allowed`. */
  readonly allow?: readonly string[];
}

export interface ErrorDetail {
  readonly path?: string;
  readonly message: string;
}

/**
 * Why a turn, and with it a job, failed (R38). Thrown inside a turn as `TurnError`; stored with the job.
 */
export type FailureCode =
  | "needs_language_model"
  | "cancelled"
  | "budget_exceeded"
  | "model_error"
  | "model_refused"
  | "policy_refused"
  | "checks_failed"
  | "repository_unavailable"
  | "branch_exists"
  | "branch_conflict"
  | "host_refused"
  | "internal";

/** Ends a turn as failed. `message` is shown to the job's owner; `cause` goes to the log only. */
export class TurnError extends Error {
  override readonly name = "TurnError";
  readonly code: FailureCode;

  constructor(code: FailureCode, message: string, options: { cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
  }
}
