/** A failure that the caller can act on. `message` is a sentence that says what to do. */
export class BackupError extends Error {
  override readonly name = "BackupError";
}
