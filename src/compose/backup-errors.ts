import { BackupError } from "#backups";
import { toAppError } from "../analytics/index.ts";
import { AppError } from "../errors.ts";

/** Runs a backup or restore. Its errors say what to do, because there is no log. */
export async function explainBackup<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (cause instanceof BackupError) throw new AppError("unavailable", cause.message, { cause });
    const code = cause instanceof Error && "code" in cause ? String(cause.code) : "";
    if (/^(?:ENOSPC|EDQUOT|SQLITE_FULL)/u.test(code))
      throw new AppError("unavailable", "The disk is full. Free up some space, then run the command again.", {
        cause,
      });
    if (/^(?:EACCES|EPERM|EROFS|EIO|ENOTDIR|SQLITE_(?:CANTOPEN|READONLY|IOERR|CORRUPT|NOTADB))/u.test(code))
      throw new AppError(
        "unavailable",
        `Could not read or write a file: ${(cause as Error).message}. Check the disk and the permissions, then run the command again.`,
        { cause },
      );
    throw toAppError(cause);
  }
}
