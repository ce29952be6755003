/**
 * npm run test:bare [-- --user --bubblewrap --long PATH …]: runs `npm test` on a clone of HEAD, as on a minimal
 * machine. The PATH contains only git, Node and the programs of a minimal Debian. The home folder and npm's cache are
 * empty. The paths of the clone and of TMPDIR are long. As root, `--user` runs the tests as the user `nobody`.
 * `--bubblewrap` adds bwrap to the PATH, and `--long` adds the slow suites. If paths are given, runs only the tests
 * that vitest finds for them.
 */
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { fail } from "../bin/runtime.js";
import { machineEnvironment } from "../test/support/machine-node.ts";
import { networkEnvironment } from "./bare/network.ts";
import { linkPrograms } from "./bare/programs.ts";
import { root } from "./root.ts";

/** Makes paths longer than the maximum length of a socket's path. */
const longName = "folder-with-a-long-name-".repeat(5);

const { values: options, positionals: paths } = readOptions();
const machine = machineEnvironment();
const user = options.user === true && process.getuid?.() === 0 ? findUser("nobody") : null;

const folder = realpathSync(mkdtempSync(join(tmpdir(), "docwright-bare-")));
const programs = join(folder, "bin");
const home = join(folder, "home");
const temporary = join(folder, longName, "tmp");
const clone = join(folder, longName, "clone");
// A terminal also sends Ctrl-C to the tests. Once they end, this process removes the folder.
process.on("SIGINT", () => undefined);
try {
  for (const path of [programs, home, temporary]) mkdirSync(path, { recursive: true });
  linkPrograms(programs, machine.PATH ?? "", options.bubblewrap === true ? ["bwrap"] : []);
  // With hard links, changing the owner of the clone's objects would change the owner of ours.
  execFileSync("git", ["clone", "--quiet", "--no-hardlinks", root, clone]);
  if (user !== null) execFileSync("chown", ["-R", `${user.uid}:${user.gid}`, folder]);
  const [command = "", ...args] = options.long === true ? [".ci/run"] : ["npm", "test", "--", ...paths];
  const child = spawn(command, args, {
    cwd: clone,
    env: { ...networkEnvironment(machine), PATH: programs, HOME: home, TMPDIR: temporary },
    stdio: "inherit",
    ...user,
  });
  process.on("SIGTERM", () => child.kill("SIGTERM"));
  const [code] = (await once(child, "exit")) as [number | null];
  process.exitCode = code ?? 1;
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function readOptions() {
  try {
    const read = parseArgs({
      allowPositionals: true,
      options: {
        user: { type: "boolean" },
        bubblewrap: { type: "boolean" },
        long: { type: "boolean" },
      },
    });
    if (read.values.long === true && read.positionals.length > 0)
      throw new Error("--long runs all tests. Remove it, or remove the paths.");
    return read;
  } catch (error) {
    return fail(error instanceof Error ? error.message : String(error));
  }
}

/** The IDs of a user and its group. */
function findUser(name: string): { uid: number; gid: number } {
  const ask = (option: string) => Number(execFileSync("id", [option, name], { encoding: "utf8" }));
  return { uid: ask("-u"), gid: ask("-g") };
}
