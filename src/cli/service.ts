import type { App, Role } from "../compose.ts";
import { type Config, readConfigWith } from "../config.ts";
import { AppError } from "../errors.ts";
import { pause } from "../std/clock.ts";
import { type HeldFolder, holdDataFolder, isDataFolder, readHolder, socketPath } from "./data-folder.ts";
import { callSocket, isListening } from "./local-socket.ts";
import {
  createOperations,
  type ImportOperations,
  importOperations,
  type Operations,
  remoteOperations,
} from "./operations/index.ts";
import { say, UsageError } from "./output.ts";

export interface ServiceOptions {
  readonly data?: string | undefined;
  /** Whether this process also runs turns and merges during the command, if no `serve` is running. */
  readonly worker?: boolean;
  /** Whether to create a missing data folder. If false, the command fails and creates nothing. */
  readonly begins?: boolean;
}

/** Reads the configuration for a command. By default, only errors are logged, to keep the command's output clean. */
export function commandConfig(options: ServiceOptions): Config {
  const overrides = options.data === undefined ? {} : { data: options.data };
  return readConfigWith({ DOCWRIGHT_LOG_LEVEL: "error" }, overrides);
}

/** Reads the configuration for a long-running service. An invalid value is a usage error. */
export function serviceConfig(...given: Parameters<typeof readConfigWith>): Config {
  try {
    return readConfigWith(...given);
  } catch (error) {
    throw error instanceof AppError ? new UsageError(error.message) : error;
  }
}

/**
 * Runs a command in the `serve` process that has locked the data folder, or in this process. Only one process can lock
 * the folder.
 */
export async function withOperations<T>(
  options: ServiceOptions,
  work: (operations: Operations) => Promise<T>,
): Promise<T> {
  return withFolder(options, work, async (config) => {
    const app = await composeService(config);
    if (options.worker === true) app.startWorker();
    return { operations: createOperations(app), close: () => app.close() };
  });
}

/**
 * Like `withOperations`, but loads only the part of the service that imports logs, which takes half the time and less
 * memory. See `EmbeddedCountsOptions` for `maintains`.
 */
export async function withImports<T>(
  options: Pick<ServiceOptions, "data"> & { readonly maintains: boolean },
  work: (operations: ImportOperations) => Promise<T>,
): Promise<T> {
  return withFolder(options, work, async (config) => {
    const { openStores } = await import("../compose/index.ts");
    const { projects, analytics, database } = await openStores(config, { maintains: options.maintains });
    return {
      operations: importOperations({ config, projects, analytics }),
      async close() {
        await analytics.close();
        await database.close();
      },
    };
  });
}

/** `open` opens the data folder in this process; it is called only if no `serve` has locked the folder. */
async function withFolder<T, Own>(
  options: ServiceOptions,
  work: (operations: Operations | Own) => Promise<T>,
  open: (config: Config) => Promise<{ readonly operations: Own; close(): Promise<void> }>,
): Promise<T> {
  const config = commandConfig(options);
  if (options.begins !== true && !isDataFolder(config.data)) throw noData(config.data);
  const held = await holdOrReach(config.data);
  if ("socket" in held) return work(remoteOperations(callSocket(held.socket)));
  try {
    const opened = await open(config);
    try {
      return await work(opened.operations);
    } finally {
      await opened.close();
    }
  } finally {
    held.release();
  }
}

/** Loads the service only if it is needed. Help, and commands that go through a running service, do not need it. */
async function composeService(config: Config, role: Role = "all"): Promise<App> {
  const { compose } = await import("../compose.ts");
  return compose(config, { role });
}

const tryEveryMs = 100;
/** One minute: most commands finish within seconds, and a service listens as soon as it has started. */
const triesMax = 600;
const tellAfterTries = 20;
/** A listening service accepts a connection immediately, so this many failures in a row are not a coincidence. */
const deafTriesMax = 20;

/**
 * Locks the folder, or finds the socket of the `serve` process that has locked it. Waits for other commands and for a
 * `serve` process that is starting.
 */
async function holdOrReach(folder: string): Promise<HeldFolder | { readonly socket: string }> {
  const socket = socketPath(folder);
  for (let tries = 1, deaf = 0; ; tries++) {
    const held = holdDataFolder(folder);
    if (held !== null) return held;
    if (await isListening(socket)) return { socket };
    deaf = readHolder(folder)?.listening === true ? deaf + 1 : 0;
    if (deaf === deafTriesMax) throw unreachable(folder, socket);
    if (tries === triesMax) throw inUse(folder);
    if (tries === tellAfterTries) say(`Waiting for another command${byHolder(folder)} …`);
    await pause(tryEveryMs);
  }
}

function noData(folder: string): AppError {
  return new AppError(
    "not_found",
    `No Docwright data found in ${folder}. Choose another folder with --data or DOCWRIGHT_DATA, or start here: docwright quickstart, docwright project create --help.`,
  );
}

function unreachable(folder: string, socket: string): AppError {
  return new AppError(
    "unavailable",
    `The service${byHolder(folder)} is not listening on ${socket}. Restart it and try again.`,
  );
}

function inUse(folder: string): AppError {
  return new AppError(
    "unavailable",
    `Another command${byHolder(folder)} is using ${folder}. Try again when it has finished.`,
  );
}

function byHolder(folder: string): string {
  const holder = readHolder(folder);
  return holder === null ? "" : ` (${holder.pid})`;
}

/**
 * Locks a data folder for a long-running service. If the folder is in use, throws `unavailable` with the ID of the
 * process that uses it.
 */
export async function holdAndCompose(config: Config, role: Role): Promise<{ app: App; held: HeldFolder }> {
  const held = holdDataFolder(config.data);
  if (held === null) {
    throw new AppError(
      "unavailable",
      `Another process${byHolder(config.data)} is using ${config.data}. Stop it, or choose another folder with --data or DOCWRIGHT_DATA.`,
    );
  }
  try {
    return { app: await composeService(config, role), held };
  } catch (error) {
    held.release();
    throw error;
  }
}
