import { createMirrors, createWorkspace } from "#repositories";
import { createSystemClock } from "../../src/std/clock.ts";

/**
 * Repeats a turn's git work until it is killed: `node mirror-worker.ts <folder> <remote> <round>`. Prints each branch
 * whose push was confirmed, one per line.
 */
const [dir = "", url = "", round = ""] = process.argv.slice(2);
const mirrors = createMirrors({ dir, clock: createSystemClock(), searchPath: process.env.PATH ?? "" });
const { signal } = new AbortController();
const remote = { url, localAllowed: true };

async function turn(n: number): Promise<void> {
  const mirror = await mirrors.open(remote, { signal });
  const base = await mirror.resolve("main");
  if (base === null) throw new Error("no main");
  const workspace = await createWorkspace({ mirror, base });
  const pages = await workspace.read(workspace.files().map((file) => file.path));
  for (const [path, bytes] of pages)
    workspace.write(path, Buffer.concat([bytes, Buffer.from(`${round} ${n}\n`)]));
  await workspace.search({ pattern: "page" }, signal);
  const author = { name: "A", email: "a@example.com" };
  const sha = await mirror.commit({
    parents: [base],
    base,
    changes: workspace.changes(),
    message: "m",
    author,
    atMs: n,
  });
  await mirror.keep(`turn_${n}`, sha);
  const branch = `docwright/${round}-${n}`;
  const pushed = await mirror.push({ sha, branch, expected: null, signal });
  if (pushed.outcome === "pushed") process.stdout.write(`${branch} ${sha}\n`);
  if (n % 3 === 2) await mirrors.sweep({ inUse: [url], signal });
}

for (let n = 0; ; n += 2) await Promise.all([turn(n), turn(n + 1)]);
