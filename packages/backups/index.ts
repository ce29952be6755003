/** The public API of this package. */

export { BackupError } from "./errors.ts";
export { limits } from "./limits.ts";
export { type BackupFile, type Manifest, readManifest } from "./manifest.ts";
export { restoreFile, verifyBackup } from "./read-backup.ts";
export { type Snapshot, takeSnapshots } from "./snapshots.ts";
export { formatBytes, requireSpace } from "./space.ts";
export { type BackupWriter, beginBackup } from "./write-backup.ts";
