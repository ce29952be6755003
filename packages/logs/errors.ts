/**
 * A log that cannot be read: its format is unknown or the compressed data is damaged (`invalid_request`), or it expands
 * too much (`payload_too_large`). `message` is a human-readable sentence; `cause` is for the operator's log.
 */
export class LogError extends Error {
  override readonly name = "LogError";
  readonly code: "invalid_request" | "payload_too_large";
  readonly fields: LogErrorFields;

  constructor(
    code: LogError["code"],
    message: string,
    options: { cause?: unknown; fields?: LogErrorFields } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.fields = options.fields ?? {};
  }
}

export interface LogErrorFields {
  /** The problems; `path` is `format` if the given format cannot be used. */
  readonly details?: readonly { readonly path?: string; readonly message: string }[];
}
