import { existsSync, statfsSync } from "node:fs";
import { dirname } from "node:path";
import { BackupError } from "./errors.ts";

/** Throws `BackupError` if the disk of this file or folder, which may not exist yet, has less room than `bytes`. */
export function requireSpace(path: string, bytes: number): void {
  let at = path;
  while (!existsSync(at) && dirname(at) !== at) at = dirname(at);
  const { bavail, bsize } = statfsSync(at);
  const free = bavail * bsize;
  if (free < bytes)
    throw new BackupError(
      `${path} needs ${formatBytes(bytes)}, but only ${formatBytes(free)} are free on its disk. Free up some space, or choose another disk.`,
    );
}

export function formatBytes(bytes: number): string {
  const units = ["bytes", "KB", "MB", "GB", "TB"];
  const power = Math.min(bytes < 1000 ? 0 : Math.floor(Math.log10(bytes) / 3), units.length - 1);
  return `${(bytes / 1000 ** power).toFixed(power === 0 ? 0 : 1)} ${units[power]}`;
}
