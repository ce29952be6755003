import type { App } from "../compose.ts";
import { type Config, readConfigWith } from "../config.ts";
import { AppError } from "../errors.ts";
import { pause } from "../std/clock.ts";
import { type HeldFolder, holdDataFolder, isDataFolder, readHolder, socketPath } from "./data-folder.ts";
import { callSocket, isListening } from "./local-socket.ts";
import { createOperations, type Operations, remoteOperations } from "./operations/index.ts";
import { say, UsageError } from "./output.ts";

export interface ServiceOptions {
  readonly data?: string;
  /** Without a running `serve`, this process also carries out turns and merges while the command lasts. */
  readonly worker?: boolean;
  /** Makes the data folder where there is none; without it a command that finds none says so, and leaves nothing. */
  readonly begins?: boolean;
}

/** Reads the configuration for a command: quiet, since its output is what was asked for. */
export function commandConfig(options: ServiceOptions): Config {
  const overrides = options.data === undefined ? {} : { data: options.data };
  return readConfigWith({ DOCWRIGHT_LOG_LEVEL: "error" }, overrides);
}

/** The same for a service that stays. What is wrong, on the command line or in the environment, is a usage error. */
export function serviceConfig(...given: Parameters<typeof readConfigWith>): Config {
  try {
    return readConfigWith(...given);
  } catch (error) {
    throw error instanceof AppError ? new UsageError(error.message) : error;
  }
}

/**
 * Runs a command on the data folder: through the `serve` that holds it, else by taking it. One process owns an
 * embedded folder at a time.
 */
export async function withOperations<T>(
  options: ServiceOptions,
  work: (operations: Operations) => Promise<T>,
): Promise<T> {
  const config = commandConfig(options);
  if (options.begins !== true && !isDataFolder(config.data)) throw noData(config.data);
  const held = await holdOrReach(config.data);
  if ("socket" in held) return work(remoteOperations(callSocket(held.socket)));
  try {
    const app = await composeService(config);
    try {
      if (options.worker === true) app.startWorker();
      return await work(createOperations(app));
    } finally {
      await app.close();
    }
  } finally {
    held.release();
  }
}

/** Loaded only here: help, and commands that go through a running service, need nothing of it. */
async function composeService(config: Config): Promise<App> {
  const { compose } = await import("../compose.ts");
  return compose(config);
}

const tryEveryMs = 100;
/** A minute: most commands are done within seconds, and a service listens as soon as it has started. */
const triesMax = 600;
const tellAfterTries = 20;
/** A listening service accepts a connection at once, so this many failures in a row are no coincidence. */
const deafTriesMax = 20;

/** The folder, or the socket of the `serve` that holds it. Waits for another command, and for a `serve` that starts. */
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
    `There is no data of Docwright in ${folder}. Name its folder with --data or DOCWRIGHT_DATA; or begin here: docwright quickstart, docwright project create --help.`,
  );
}

function unreachable(folder: string, socket: string): AppError {
  return new AppError(
    "unavailable",
    `The service${byHolder(folder)} does not listen at ${socket}. Restart it, then try again.`,
  );
}

function inUse(folder: string): AppError {
  return new AppError(
    "unavailable",
    `Another command${byHolder(folder)} is at work on ${folder}. Wait until it is done, then try again.`,
  );
}

function byHolder(folder: string): string {
  const holder = readHolder(folder);
  return holder === null ? "" : ` (${holder.pid})`;
}

/** Takes the data folder for a service that stays, or says who has it. */
export async function holdAndCompose(config: Config): Promise<{ app: App; held: HeldFolder }> {
  const held = holdDataFolder(config.data);
  if (held === null) {
    throw new AppError(
      "unavailable",
      `Another process${byHolder(config.data)} uses ${config.data}. Stop it, or name another folder with --data or DOCWRIGHT_DATA.`,
    );
  }
  try {
    return { app: await composeService(config), held };
  } catch (error) {
    held.release();
    throw error;
  }
}
