// Installs a folder's missing packages according to its lock file.
import { spawn } from "node:child_process";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { findProjectNode } from "../bin/runtime.js";

const lockName = ".install-lock";
const lockPollMs = 200;
const lockWaitMs = 15 * 60 * 1000;
const shownLines = 20;

/**
 * Brings `folder/node_modules` up to date with its package-lock.json; takes a few milliseconds if nothing is
 * missing. Never removes packages, since a running service may use them, unless the installation is broken and has to
 * be repeated. Throws an Error with a message for the user.
 * @param {string} folder
 * @param {{ dev: boolean, what?: string }} options `what` is the progress message
 */
export async function installMissing(folder, { dev, what = "Installing packages" }) {
  if (!existsSync(join(folder, lockName)) && !isMissing(folder, dev)) return;
  const lock = await takeLock(join(folder, lockName));
  // Another run may have installed everything in the meantime.
  if (!lock.interrupted && !isMissing(folder, dev)) return lock.release();
  const { code, signal, output } = await runNpm(folder, { dev, what, lock });
  // If a signal stopped npm, packages may be incomplete. The lock stays, so the next run starts over.
  if (signal !== null) throw new Error(`Installing was stopped by ${signal}.`);
  // The type checker's cache applies to the previous packages.
  rmSync(join(folder, "node_modules", ".cache"), { recursive: true, force: true });
  lock.release();
  if (code === 0) return;
  throw new Error(
    `npm could not install the packages (exit code ${code}). Check that the npm registry is reachable. npm said:\n${whatWentWrong(output)}`,
  );
}

/**
 * Returns npm's errors, without the usage text that may follow them.
 * @param {string} output
 */
function whatWentWrong(output) {
  const lines = output.trim().split("\n");
  const errors = lines.filter((line) => line.startsWith("npm error") && line.trim() !== "npm error");
  return errors.length > 0 ? errors.slice(0, shownLines).join("\n") : lines.slice(-shownLines).join("\n");
}

/**
 * Compares the lock file with the record that npm wrote when it last finished.
 * @param {string} folder
 * @param {boolean} dev
 */
function isMissing(folder, dev) {
  const installed = readPackages(join(folder, "node_modules", ".package-lock.json"));
  if (installed === null) return true;
  const wanted = readPackages(join(folder, "package-lock.json"));
  if (wanted === null)
    throw new Error(`${join(folder, "package-lock.json")} is missing: restore it from git.`);
  for (const [path, entry] of Object.entries(wanted)) {
    // Optional packages are builds for one platform each. Only Node itself is required: see below.
    if (path === "" || entry.link || entry.optional || entry.devOptional) continue;
    if (entry.dev && !dev) continue;
    if (installed[path]?.integrity !== entry.integrity) return true;
  }
  return findProjectNode(join(folder, "package.json")) === null;
}

/**
 * @typedef {{ integrity?: string, dev?: boolean, optional?: boolean, devOptional?: boolean, link?: boolean }} Entry
 *
 * Returns the packages of a lock file by path, or null if there is no lock file.
 * @param {string} file
 * @returns {Record<string, Entry> | null}
 */
function readPackages(file) {
  try {
    const lock = /** @type {{ packages?: Record<string, Entry> }} */ (JSON.parse(readFileSync(file, "utf8")));
    return lock.packages ?? {};
  } catch {
    return null;
  }
}

/**
 * @param {string} folder
 * @param {{ dev: boolean, what: string, lock: Lock }} options
 * @returns {Promise<{ code: number | null, signal: string | null, output: string }>}
 */
async function runNpm(folder, { dev, what, lock }) {
  const installed = readPackages(join(folder, "node_modules", ".package-lock.json"));
  // `npm ci` empties node_modules first, so it is used only if the folder is empty or incomplete.
  const fresh = lock.interrupted || installed === null;
  const keepDev = !fresh && Object.values(installed).some((entry) => entry.dev);
  const args = [
    ...(fresh ? ["ci"] : ["install", "--no-save"]),
    ...(dev || keepDev ? ["--include=dev"] : ["--omit=dev"]),
    "--include=optional",
    // No package needs its install script, and one of the scripts would send data to the package's authors.
    "--ignore-scripts",
    "--prefer-offline",
    "--no-audit",
    "--no-fund",
    "--no-progress",
    "--no-update-notifier",
    "--loglevel=error",
  ];
  const done = showProgress(what);
  const result = await npm(folder, args, lock);
  done(result.code === 0);
  return result;
}

/**
 * @param {string} folder
 * @param {readonly string[]} args
 * @param {Lock} lock
 * @returns {Promise<{ code: number | null, signal: string | null, output: string }>}
 */
function npm(folder, args, lock) {
  const { npm_execpath: cli, npm_node_execpath: node } = process.env;
  // Under `npm run`, PATH finds the Node in node_modules first, which npm may be about to replace.
  const [command, first] = cli?.endsWith("npm-cli.js") && node ? [node, [cli]] : ["npm", []];
  return new Promise((resolve, reject) => {
    const child = spawn(command, [...first, ...args], { cwd: folder, stdio: ["ignore", "pipe", "pipe"] });
    const stop = (/** @type {NodeJS.Signals} */ signal) => child.kill(signal);
    process.on("SIGINT", stop).on("SIGTERM", stop);
    // npm continues if this process is killed. Until npm ends, no other run may start.
    if (child.pid !== undefined) lock.share(child.pid);
    let output = "";
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (text) => {
        output = (output + text).slice(-100_000);
      });
    child.on("error", () => {
      lock.release();
      reject(new Error("npm was not found. It is part of Node: https://nodejs.org."));
    });
    child.on("close", (code, signal) => {
      process.off("SIGINT", stop).off("SIGTERM", stop);
      resolve({ code, signal, output });
    });
  });
}

/**
 * Shows progress on standard error: one updating line on a terminal, otherwise two short lines.
 * @param {string} what
 * @returns {(ok: boolean) => void}
 */
function showProgress(what) {
  const startMs = Date.now();
  const seconds = () => `${Math.round((Date.now() - startMs) / 1000)} s`;
  const terminal = process.stderr.isTTY;
  const show = () => process.stderr.write(`\r${what} … ${seconds()}`);
  const timer = terminal ? setInterval(show, 1000) : undefined;
  process.stderr.write(terminal ? `${what} …` : `${what} (about a minute the first time) …\n`);
  return (ok) => {
    clearInterval(timer);
    process.stderr.write(`${terminal ? "\r" : ""}${what}: ${ok ? "done" : "failed"} after ${seconds()}.\n`);
  };
}

/**
 * @typedef {object} Lock
 * @property {boolean} interrupted the previous installation was killed, so packages may be incomplete
 * @property {(pid: number) => void} share keeps the lock while that process also lives
 * @property {() => void} release
 */

/**
 * Allows one installation at a time, using a file with the IDs of its processes.
 * @param {string} file
 * @returns {Promise<Lock>}
 */
async function takeLock(file) {
  let interrupted = false;
  let reported = false;
  const release = () => rmSync(file, { force: true });
  const share = (/** @type {number} */ pid) => writeFileSync(file, `${process.pid} ${pid}`);
  for (let waitedMs = 0; waitedMs < lockWaitMs; waitedMs += lockPollMs) {
    try {
      writeFileSync(file, String(process.pid), { flag: "wx" });
      return { interrupted, share, release };
    } catch (error) {
      if (/** @type {NodeJS.ErrnoException} */ (error).code !== "EEXIST")
        throw new Error(`Could not install the packages: ${file} is not writable.`, { cause: error });
    }
    const holders = readHolders(file);
    const alive = holders.find(isAlive);
    if (holders.length > 0 && alive === undefined) {
      interrupted = true;
      release();
      continue;
    }
    if (alive !== undefined && !reported) {
      reported = true;
      process.stderr.write(`Waiting for process ${alive}, which is installing packages …\n`);
    }
    await sleep(lockPollMs);
  }
  throw new Error(`${file} is still locked. If no installation is running, remove this file.`);
}

/**
 * Returns an empty list if the lock was just released, or is being written.
 * @param {string} file
 */
function readHolders(file) {
  try {
    return readFileSync(file, "utf8")
      .split(" ")
      .map(Number)
      .filter((pid) => pid > 0);
  } catch {
    return [];
  }
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === "EPERM";
  }
}
