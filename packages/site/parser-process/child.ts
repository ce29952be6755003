import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { Clock } from "../clock.ts";
import { limits } from "../limits.ts";
import { type ProcessUsage, usageOf } from "./process-usage.ts";
import type { ChildAnswer, ChildRequest } from "./protocol.ts";

/** A process that answers one request after the other. It starts when first needed, and again after a crash. */
export interface Child {
  /** Requests that are asked or wait. */
  readonly load: number;
  /**
   * Null where the process crashes on the request, takes more memory than `limits.parserMemoryBytesMax`, or takes
   * longer than the limit, which counts from the moment when the process is ready, and is longer where others kept the
   * machine so busy that it hardly got to work. Rejects only with the signal's reason.
   */
  ask(request: ChildRequest, limitMs: number, signal?: AbortSignal): Promise<ChildAnswer | null>;
  close(): Promise<void>;
}

export function createChild({ clock }: { clock: Clock }): Child {
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
    if (closed) return null;
    idle.abort();
    running ??= start();
    const process = running;
    process.hold();
    const over = AbortSignal.any([...(signal === undefined ? [] : [signal]), process.ended]);
    try {
      const isReady = await within(process, process.ready, limits.parserStartMs, over);
      const answer = isReady === null ? null : await within(process, process.send(request), limitMs, over);
      signal?.throwIfAborted();
      if (answer === null) await stop();
      return answer;
    } finally {
      if (signal?.aborted) await stop();
      process.release();
      idle = new AbortController();
      clock.sleep(limits.parserIdleMs, idle.signal).then(stop, () => undefined);
    }
  }

  /** What comes first: the answer, a limit, or the signal; null for the latter two. */
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

  /** Until a process has had its time, at work for half of it, or has more memory than it may. */
  async function untilSpent(process: Running, limitMs: number, signal: AbortSignal): Promise<void> {
    const { parserLookMs, parserPatience, parserMemoryBytesMax } = limits;
    const before = process.usage();
    for (let ms = parserLookMs; ms <= limitMs * parserPatience; ms += parserLookMs) {
      await clock.sleep(parserLookMs, signal);
      const now = process.usage();
      if (now !== null && now.residentBytes > parserMemoryBytesMax) return;
      if (ms < limitMs) continue;
      if (before === null || now === null || now.cpuMs - before.cpuMs >= limitMs / 2) return;
    }
  }

  return {
    get load() {
      return load;
    },
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
  /** Null where that is not known. */
  usage(): ProcessUsage | null;
  send(request: ChildRequest): Promise<ChildAnswer>;
  /** While an answer is awaited it keeps this process alive; otherwise it must not. */
  hold(): void;
  release(): void;
  end(): Promise<void>;
}

function start(): Running {
  // Beside this file: .ts in a clone, .js in the package.
  const script = new URL(`./child-main${import.meta.url.endsWith(".ts") ? ".ts" : ".js"}`, import.meta.url);
  const child: ChildProcess = fork(fileURLToPath(script), {
    serialization: "advanced",
    // New objects get 3 x 4 MiB: a batch of pages is far from the 3 x 32 MiB that V8 would take.
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
  child.on("error", () => ended.abort());
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
