import type { Worker } from "node:worker_threads";
import { afterAll, beforeAll } from "vitest";

/**
 * Loaded before every test file: anything that a file opens and that keeps the process alive must be closed at the end.
 * Timers are excluded, because vitest has its own. The test run itself finds child processes that outlive it.
 */
const watched = new Set([
  "FSEventWrap",
  "MessagePort",
  "PipeWrap",
  "ProcessWrap",
  "StatWatcher",
  "TCPServerWrap",
  "TCPSocketWrap",
  "UDPWrap",
]);
/** Checked often. Waits the full time only for a handle that is never closed. */
const graceMs = Number(process.env.HANDLES_GRACE_MS);

const workers = new Set<Worker>();
let before = new Map<string, number>();

const remember = (worker: Worker) => {
  workers.add(worker);
  worker.once("exit", () => workers.delete(worker));
};

beforeAll(() => {
  process.on("worker", remember);
  // A module that imports `node:process` opens the standard input, which then stays open.
  void process.stdin;
  before = openHandles();
});

// Hooks run last in, first out, so this one runs after the file's own.
afterAll(async () => {
  // A worker is reported one tick after it is created.
  await new Promise((resolve) => setImmediate(resolve));
  process.off("worker", remember);
  for (let waitedMs = 0; ; waitedMs += 20) {
    const leaked = [...openHandles()]
      .map(([type, count]): [string, number] => [type, count - (before.get(type) ?? 0)])
      .filter(([, count]) => count > 0);
    if (leaked.length === 0) return;
    if (waitedMs >= graceMs) {
      const what = leaked.map(([type, count]) => `${count} ${type}`).join(", ");
      throw new Error(`This file left open: ${what}. Close what its tests open.`);
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
});

function openHandles(): Map<string, number> {
  const counts = new Map([["Worker", workers.size]]);
  for (const type of process.getActiveResourcesInfo())
    if (watched.has(type)) counts.set(type, (counts.get(type) ?? 0) + 1);
  return counts;
}
