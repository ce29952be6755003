import { type MessagePort, Worker } from "node:worker_threads";
import { ReaderEventsError, type ReaderEventsErrorFields } from "./errors.ts";

/** The calls that a thread handles, by name. Arguments and results are copied. */
export type Calls = Record<string, (...args: never[]) => unknown>;

export interface Thread<Api extends Calls> {
  call<Name extends keyof Api & string>(
    name: Name,
    args: Parameters<Api[Name]>,
  ): Promise<Awaited<ReturnType<Api[Name]>>>;
  /** Runs the thread's `close`, then ends it. Calls still pending are rejected as `unavailable`. */
  close(): Promise<void>;
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
  /** Null if the caller can't act on the error. */
  readonly known: {
    readonly code: ReaderEventsError["code"];
    readonly fields: ReaderEventsErrorFields;
  } | null;
}

/**
 * Starts a thread. If it dies, pending and later calls fail as `unavailable` until a new thread is started, and
 * `onDeath` is called with the cause.
 */
export function startThread<Api extends Calls>(
  script: URL,
  options: { workerData: unknown; onDeath: (cause: unknown) => void },
): Thread<Api> {
  const worker = new Worker(script, { workerData: options.workerData });
  const waiting = new Map<number, { resolve: (value: never) => void; reject: (error: unknown) => void }>();
  let next = 1;
  let death: ReaderEventsError | null = null;

  const rejectAll = (why: ReaderEventsError) => {
    death = why;
    for (const { reject } of waiting.values()) reject(why);
    waiting.clear();
  };
  const die = (cause: unknown) => {
    if (death !== null) return;
    rejectAll(
      new ReaderEventsError(
        "unavailable",
        "The store of reader events is restarting. Try again in a few seconds.",
        { cause, fields: { retryAfterSeconds: 2 } },
      ),
    );
    options.onDeath(cause);
  };
  worker.on("message", (reply: Reply) => {
    const caller = waiting.get(reply.number);
    waiting.delete(reply.number);
    if (waiting.size === 0) worker.unref();
    if ("failure" in reply) caller?.reject(toError(reply.failure));
    else caller?.resolve(reply.result as never);
  });
  worker.on("error", die);
  worker.on("exit", (code) => die(new Error(`The thread exited with code ${code}`)));
  // An idle thread must not keep the process alive, but a busy thread must. Otherwise, a command would exit too early.
  worker.unref();

  const call = (name: string, args: readonly unknown[]): Promise<never> => {
    if (death !== null) return Promise.reject(death);
    return new Promise((resolve, reject) => {
      const number = next++;
      if (waiting.size === 0) worker.ref();
      waiting.set(number, { resolve, reject });
      worker.postMessage({ number, name, args } satisfies Request);
    });
  };
  return {
    call,
    async close() {
      if (death !== null) return;
      await call("close", []);
      rejectAll(closed());
      await worker.terminate();
    },
  };
}

export const closed = () => new ReaderEventsError("unavailable", "The store of reader events is closed.");

/** Handles calls in a thread. */
export function serveThread(port: MessagePort, handlers: Calls): void {
  port.on("message", ({ number, name, args }: Request) => {
    try {
      const result = handlers[name]?.(...(args as never[]));
      port.postMessage({ number, result } satisfies Reply);
    } catch (error) {
      port.postMessage({ number, failure: toFailure(error) } satisfies Reply);
    }
  });
}

function toFailure(error: unknown): Failure {
  if (!(error instanceof Error)) return { message: String(error), cause: String(error), known: null };
  const { message, stack = message } = error;
  if (!(error instanceof ReaderEventsError)) return { message, cause: stack, known: null };
  const { code, fields } = error;
  const inner = error.cause instanceof Error ? (error.cause.stack ?? error.cause.message) : stack;
  return { message, cause: inner, known: { code, fields } };
}

function toError({ message, cause, known }: Failure): Error {
  const inner = { cause: new Error(cause) };
  return known === null
    ? new Error(message, inner)
    : new ReaderEventsError(known.code, message, { ...inner, fields: known.fields });
}
