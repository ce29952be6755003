import { setImmediate } from "node:timers/promises";
import { parentPort, workerData } from "node:worker_threads";
import { createSystemClock } from "./clock.ts";
import { limits } from "./limits.ts";
import { createReaderStore } from "./reader-store.ts";
import { serveThread } from "./thread.ts";

/** The startup data of the thread. */
export interface ReaderThreadData {
  readonly root: string;
}

const store = createReaderStore((workerData as ReaderThreadData).root);
const clock = createSystemClock();
let isScheduled = false;

/** Adds up changed days, one after the other, so that requests can run in between. */
const addUpSoon = async (): Promise<void> => {
  if (isScheduled) return;
  isScheduled = true;
  await clock.sleep(limits.sumDaysAfterMs);
  isScheduled = false;
  while (store.addUpOne()) await setImmediate();
};
/** The next call to the project reports a damaged file or a full disk, and queries can add up days themselves. */
const ignore = () => {};
const { addUpOne: _addUpOne, ...calls } = store;

const handlers = {
  ...calls,
  append(...args: Parameters<typeof store.append>) {
    void addUpSoon().catch(ignore);
    return store.append(...args);
  },
  setStatus(...args: Parameters<typeof store.setStatus>) {
    void addUpSoon().catch(ignore);
    return store.setStatus(...args);
  },
};

export type ReaderCalls = typeof handlers;

if (parentPort !== null) serveThread(parentPort, handlers);
