import { limits } from "../limits.ts";
import type { AppendOutcome } from "../visitor-counts.ts";
import type { ReceivedBatch } from "./candidate.ts";

/**
 * Runs a project's changes one at a time, in the order of their arrival. Batches that wait together are stored
 * together, because ClickHouse prefers few large inserts.
 */
export interface ProjectQueue {
  readonly isIdle: boolean;
  append(batch: ReceivedBatch): Promise<readonly AppendOutcome[]>;
  run<Result>(work: () => Promise<Result>): Promise<Result>;
}

type Entry =
  | {
      readonly batch: ReceivedBatch;
      readonly resolve: (outcomes: readonly AppendOutcome[]) => void;
      readonly reject: (cause: unknown) => void;
    }
  | { readonly batch: null; readonly work: () => Promise<void> };

export function createProjectQueue(
  store: (batches: readonly ReceivedBatch[]) => Promise<readonly (readonly AppendOutcome[])[]>,
): ProjectQueue {
  const entries: Entry[] = [];
  let isRunning = false;

  const storeGroup = async () => {
    const group: Exclude<Entry, { batch: null }>[] = [];
    let events = 0;
    for (let next = entries[0]; next !== undefined && next.batch !== null; next = entries[0]) {
      events += next.batch.batch.length;
      if (group.length > 0 && events > limits.groupEventsMax) break;
      group.push(next);
      entries.shift();
    }
    try {
      const outcomes = await store(group.map(({ batch }) => batch));
      for (const [i, { resolve }] of group.entries()) resolve(outcomes[i] ?? []);
    } catch (error) {
      for (const { reject } of group) reject(error);
    }
  };
  const runAll = async () => {
    isRunning = true;
    for (let next = entries[0]; next !== undefined; next = entries[0]) {
      if (next.batch !== null) await storeGroup();
      else {
        entries.shift();
        await next.work();
      }
    }
    isRunning = false;
  };
  const enqueue = (entry: Entry) => {
    entries.push(entry);
    if (!isRunning) void runAll();
  };
  return {
    get isIdle() {
      return !isRunning;
    },
    append: (batch) => new Promise((resolve, reject) => enqueue({ batch, resolve, reject })),
    run: (work) =>
      new Promise((resolve, reject) => enqueue({ batch: null, work: () => work().then(resolve, reject) })),
  };
}
