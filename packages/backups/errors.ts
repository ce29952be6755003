/** A failure that the caller can act on. `message` is a sentence that says what to do. */
export class BackupError extends Error {
  override readonly name = "BackupError";
}

/** Returns a `BackupError` that says what to do if the disk or its permissions caused this error; else the error. */
export function explainError(error: unknown): unknown {
  if (error instanceof BackupError || !(error instanceof Error) || !("code" in error)) return error;
  const code = String(error.code);
  if (/^(?:ENOSPC|EDQUOT|SQLITE_FULL)/u.test(code))
    return new BackupError("The disk is full. Free up some space, then run the command again.", {
      cause: error,
    });
  if (!/^(?:EACCES|EPERM|EROFS|EIO|ENOTDIR|SQLITE_(?:CANTOPEN|READONLY|IOERR|CORRUPT|NOTADB))/u.test(code))
    return error;
  return new BackupError(
    `Could not read or write a file: ${error.message}. Check the disk and the permissions, then run the command again.`,
    { cause: error },
  );
}
