import { type MessagePort, type Transferable, Worker } from "node:worker_threads";

/** The calls that a thread handles, by name. Arguments and results are copied, except transferred buffers. */
export type Calls = Record<string, (...args: never[]) => unknown>;

export interface Thread<Api extends Calls> {
  call<Name extends keyof Api & string>(
    name: Name,
    args: Parameters<Api[Name]>,
    moved?: readonly Transferable[],
  ): Promise<Awaited<ReturnType<Api[Name]>>>;
  /** Runs the thread's `close`, then ends it. Calls still pending are rejected as `unavailable`. */
  close(): Promise<void>;
}

/** A result whose buffers are transferred to the caller. */
export class Moved<Result> {
  readonly result: Result;
  readonly buffers: readonly Transferable[];

  constructor(result: Result, buffers: readonly Transferable[]) {
    this.result = result;
    this.buffers = buffers;
  }
}

interface Request {
  readonly number: number;
  readonly name: string;
  readonly args: readonly unknown[];
}

type Reply =
  | { readonly number: number; readonly result: unknown }
  | { readonly number: number; readonly failure: Failure };

interface Failure {
  readonly message: string;
  readonly cause: string;
  readonly isRange: boolean;
  /** Null if the caller can't act on the error. */
  readonly known: { readonly code: string; readonly fields: object } | null;
}

/** The class of the errors that callers can act on. They keep their code and fields on the way between threads. */
export type KnownErrorClass = new (
  code: "unavailable",
  message: string,
  options?: { cause?: unknown; fields?: { retryAfterSeconds?: number } },
) => Error & { readonly code: string; readonly fields: object };

/**
 * Starts a thread. If it dies, pending and later calls fail as `unavailable` until a new thread is started, and
 * `onDeath` is called with the cause. `subject` begins the messages: "The visitor counts are".
 */
export function startThread<Api extends Calls>(
  script: URL,
  options: {
    subject: string;
    knownError: KnownErrorClass;
    workerData: unknown;
    moved?: readonly Transferable[];
    /**
     * Memory for short-lived objects, which is garbage-collected when it is full. If undefined, Node's default applies,
     * which is about 100 MB per thread.
     */
    youngMb?: number;
    onDeath: (cause: unknown) => void;
  },
): Thread<Api> {
  const worker = new Worker(script, {
    workerData: options.workerData,
    transferList: [...(options.moved ?? [])],
    resourceLimits: options.youngMb === undefined ? {} : { maxYoungGenerationSizeMb: options.youngMb },
  });
  const waiting = new Map<number, { resolve: (value: never) => void; reject: (error: unknown) => void }>();
  let next = 1;
  let death: Error | null = null;

  const { subject, knownError: KnownError } = options;
  const rejectAll = (why: Error) => {
    death = why;
    for (const { reject } of waiting.values()) reject(why);
    waiting.clear();
  };
  const die = (cause: unknown) => {
    if (death !== null) return;
    rejectAll(
      new KnownError("unavailable", `${subject} restarting. Try again in a few seconds.`, {
        cause,
        fields: { retryAfterSeconds: 2 },
      }),
    );
    options.onDeath(cause);
  };
  worker.on("message", (reply: Reply) => {
    const caller = waiting.get(reply.number);
    waiting.delete(reply.number);
    if (waiting.size === 0) worker.unref();
    if ("failure" in reply) caller?.reject(toError(reply.failure, KnownError));
    else caller?.resolve(reply.result as never);
  });
  worker.on("error", die);
  worker.on("exit", (code) => die(new Error(`The thread exited with code ${code}`)));
  // An idle thread must not keep the process alive, but a busy thread must. Otherwise, a command would exit too early.
  worker.unref();

  const call = (name: string, args: readonly unknown[], moved: readonly Transferable[]): Promise<never> => {
    if (death !== null) return Promise.reject(death);
    return new Promise((resolve, reject) => {
      const number = next++;
      if (waiting.size === 0) worker.ref();
      waiting.set(number, { resolve, reject });
      worker.postMessage({ number, name, args } satisfies Request, [...moved]);
    });
  };
  return {
    call: (name, args, moved = []) => call(name, args, moved),
    async close() {
      if (death !== null) return;
      await call("close", [], []);
      rejectAll(new KnownError("unavailable", `${subject} closed.`));
      await worker.terminate();
    },
  };
}

/** Handles calls in a thread. A handler may return a promise, or `Moved` to transfer buffers. */
export function serveThread(
  port: MessagePort,
  handlers: Readonly<Record<string, (...args: never[]) => unknown>>,
  knownError: KnownErrorClass,
): void {
  port.on("message", ({ number, name, args }: Request) => {
    const fail = (error: unknown) =>
      port.postMessage({ number, failure: toFailure(error, knownError) } satisfies Reply);
    const reply = (value: unknown) => {
      const isMoved = value instanceof Moved;
      const result: unknown = isMoved ? value.result : value;
      port.postMessage({ number, result } satisfies Reply, isMoved ? [...value.buffers] : []);
    };
    try {
      const value = handlers[name]?.(...(args as never[]));
      if (value instanceof Promise) value.then(reply, fail);
      else reply(value);
    } catch (error) {
      fail(error);
    }
  });
}

function toFailure(error: unknown, KnownError: KnownErrorClass): Failure {
  if (!(error instanceof Error))
    return { message: String(error), cause: String(error), isRange: false, known: null };
  const { message, stack = message } = error;
  if (!(error instanceof KnownError))
    return { message, cause: stack, isRange: error instanceof RangeError, known: null };
  const { code, fields } = error;
  const cause = error.cause instanceof Error ? (error.cause.stack ?? error.cause.message) : stack;
  return { message, cause, isRange: false, known: { code, fields } };
}

function toError({ message, cause, isRange, known }: Failure, KnownError: KnownErrorClass): Error {
  const inner = { cause: new Error(cause) };
  // The thread's own error had this code.
  if (known !== null)
    return new KnownError(known.code as "unavailable", message, { ...inner, fields: known.fields });
  return isRange ? new RangeError(message, inner) : new Error(message, inner);
}
