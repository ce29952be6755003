import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { Clock } from "../../runtime/index.ts";
import { limits } from "../limits.ts";
import type { Failures } from "./failures.ts";
import { type ProcessUsage, usageOf } from "./process-usage.ts";
import type { ChildAnswer, ChildRequest } from "./protocol.ts";

/** A process that handles one request at a time. It starts when first needed, and again after a crash. */
export interface Child {
  /** The number of requests running or queued. */
  readonly load: number;
  /** The process's memory, including native memory; 0 if it isn't running. */
  residentBytes(): number;
  /**
   * Returns null if the process crashes, uses too much memory according to `isOverMemory`, or exceeds `limitMs`. The
   * time limit starts when the process is ready, and is extended if a busy machine gives the process little CPU time.
   * Rejects only with the signal's reason.
   */
  ask(request: ChildRequest, limitMs: number, signal?: AbortSignal): Promise<ChildAnswer | null>;
  close(): Promise<void>;
}

export interface ChildOptions {
  readonly clock: Clock;
  /** Requests that failed recently return null immediately, and each request that fails is remembered. */
  readonly failures: Failures;
  isOverMemory(residentBytes: number): boolean;
}

export function createChild({ clock, failures, isOverMemory }: ChildOptions): Child {
  let running: Running | null = null;
  let last: Promise<unknown> = Promise.resolve();
  let load = 0;
  let idle = new AbortController();
  let closed = false;

  async function stop(): Promise<void> {
    const stopped = running;
    running = null;
    await stopped?.end();
  }

  async function exchange(
    request: ChildRequest,
    limitMs: number,
    signal?: AbortSignal,
  ): Promise<ChildAnswer | null> {
    signal?.throwIfAborted();
    if (closed || failures.has(request)) return null;
    idle.abort();
    running ??= start();
    const process = running;
    process.hold();
    const over = AbortSignal.any([...(signal === undefined ? [] : [signal]), process.ended]);
    try {
      const isReady = await within(process, process.ready, limits.parserStartMs, over);
      const answer = isReady === null ? null : await within(process, process.send(request), limitMs, over);
      signal?.throwIfAborted();
      const { failure } = process;
      if (answer === null) await stop();
      // The page is not the cause: the machine has no file descriptors, processes or memory left.
      if (failure() !== null)
        throw new Error("Could not start the process that parses pages.", { cause: failure() });
      if (answer === null && !closed) failures.add(request);
      return answer;
    } finally {
      if (signal?.aborted) await stop();
      process.release();
      idle = new AbortController();
      clock.sleep(limits.parserIdleMs, idle.signal).then(stop, () => undefined);
    }
  }

  /** Resolves with the response, or with null if a limit is exceeded or the signal aborts first. */
  async function within<T>(
    process: Running,
    answer: Promise<T>,
    limitMs: number,
    signal: AbortSignal,
  ): Promise<T | null> {
    const done = new AbortController();
    const late = untilSpent(process, limitMs, AbortSignal.any([signal, done.signal])).catch(() => undefined);
    try {
      return await Promise.race([answer, late.then(() => null)]);
    } finally {
      done.abort();
    }
  }

  /**
   * Resolves when a process exceeds its memory limit, or when it exceeds its time limit and has used at least half of
   * that limit as CPU time.
   */
  async function untilSpent(process: Running, limitMs: number, signal: AbortSignal): Promise<void> {
    const { parserMemoryCheckMs, parserPatience } = limits;
    const before = process.usage();
    for (let ms = parserMemoryCheckMs; ms <= limitMs * parserPatience; ms += parserMemoryCheckMs) {
      await clock.sleep(parserMemoryCheckMs, signal);
      const now = process.usage();
      if (now !== null && isOverMemory(now.residentBytes)) return;
      if (ms < limitMs) continue;
      if (before === null || now === null || now.cpuMs - before.cpuMs >= limitMs / 2) return;
    }
  }

  return {
    get load() {
      return load;
    },
    residentBytes: () => running?.usage()?.residentBytes ?? 0,
    ask(request, limitMs, signal) {
      load++;
      const turn = last.then(() => exchange(request, limitMs, signal)).finally(() => load--);
      last = turn.catch(() => undefined);
      return turn;
    },
    async close() {
      closed = true;
      idle.abort();
      await stop();
      await last;
    },
  };
}

interface Running {
  readonly ready: Promise<true>;
  readonly ended: AbortSignal;
  /** The reason why the process could not be started, or null. */
  failure(): Error | null;
  /** The resources that the process uses, or null if unknown. */
  usage(): ProcessUsage | null;
  send(request: ChildRequest): Promise<ChildAnswer>;
  /**
   * Keeps this process alive while a response is awaited. While no response is awaited, the child must not keep this
   * process alive.
   */
  hold(): void;
  release(): void;
  end(): Promise<void>;
}

function start(): Running {
  // The child's program is next to this file: .ts in a clone, .js in the package.
  const script = new URL(`./child-main${import.meta.url.endsWith(".ts") ? ".ts" : ".js"}`, import.meta.url);
  const child: ChildProcess = fork(fileURLToPath(script), {
    serialization: "advanced",
    // New objects get 3 x 4 MiB instead of V8's 3 x 32 MiB: a batch of pages needs far less.
    execArgv: [`--max-old-space-size=${limits.parserHeapMiB}`, "--max-semi-space-size=4"],
    env: {},
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
  const ended = new AbortController();
  let receive: (answer: ChildAnswer) => void = () => undefined;
  const ready = new Promise<true>((resolve) => {
    receive = () => resolve(true);
  });
  child.on("message", (message) => receive(message as ChildAnswer));
  let failure: Error | null = null;
  child.on("error", (error) => {
    if (child.pid === undefined) failure = error;
    ended.abort();
  });
  child.on("exit", () => ended.abort());
  child.on("disconnect", () => ended.abort());
  const hold = () => {
    child.ref();
    child.channel?.ref();
  };
  const release = () => {
    child.unref();
    child.channel?.unref();
  };
  release();
  return {
    ready,
    ended: ended.signal,
    failure: () => failure,
    usage: () => (child.pid === undefined ? null : usageOf(child.pid)),
    hold,
    release,
    send: (request) =>
      new Promise((resolve) => {
        receive = resolve;
        child.send(request, () => undefined);
      }),
    end() {
      if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
      return new Promise((resolve) => {
        hold();
        child.once("exit", () => resolve());
        child.kill("SIGKILL");
      });
    },
  };
}
