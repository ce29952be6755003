/**
 * A failure that the caller can act on: an invalid event or cursor (`invalid_request`), unknown feedback (`not_found`),
 * or a store that cannot be read or written right now (`unavailable`: nothing was stored, and the caller can try again).
 * `message` is a human-readable sentence; `cause` is for the operator's log.
 */
export class ReaderEventsError extends Error {
  override readonly name = "ReaderEventsError";
  readonly code: "invalid_request" | "not_found" | "unavailable";
  readonly fields: ReaderEventsErrorFields;

  constructor(
    code: ReaderEventsError["code"],
    message: string,
    options: { cause?: unknown; fields?: ReaderEventsErrorFields } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.fields = options.fields ?? {};
  }
}

export interface ReaderEventsErrorFields {
  /** The problems with a query, one entry per problem; `path` is the field. */
  readonly details?: readonly { readonly path?: string; readonly message: string }[];
  /** How long to wait before a retry, in whole seconds. */
  readonly retryAfterSeconds?: number;
}
