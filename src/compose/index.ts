export { createReporter, formatBytes } from "#backups";
export { type Backup, backUp } from "./backup.ts";
export { openStores } from "./open-stores.ts";
export { checkBackup, restore } from "./restore.ts";
