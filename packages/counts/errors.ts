/**
 * A failure that the caller can act on: an invalid query (`invalid_request`), or a store that cannot be read or written
 * right now (`unavailable`: nothing was stored, and the caller can try again). `message` is a human-readable sentence;
 * `cause` is for the operator's log.
 */
export class CountsError extends Error {
  override readonly name = "CountsError";
  readonly code: CountsErrorCode;
  readonly fields: CountsErrorFields;

  constructor(
    code: CountsErrorCode,
    message: string,
    options: { cause?: unknown; fields?: CountsErrorFields } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.fields = options.fields ?? {};
  }
}

export type CountsErrorCode = "invalid_request" | "unavailable";

export interface CountsErrorFields {
  /** The problems with a query, one entry per problem; `path` is the field. */
  readonly details?: readonly { readonly path?: string; readonly message: string }[];
  /** How long to wait before a retry, in whole seconds. */
  readonly retryAfterSeconds?: number;
}
