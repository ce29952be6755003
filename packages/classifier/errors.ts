/**
 * A published list that cannot be used: there is no list with that name (`not_found`), or the text is not such a list
 * (`invalid_request`). `message` is a human-readable sentence.
 */
export class ClassifierError extends Error {
  override readonly name = "ClassifierError";
  readonly code: "not_found" | "invalid_request";

  constructor(code: ClassifierError["code"], message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.code = code;
  }
}
