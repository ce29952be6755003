import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { limits } from "../../limits.ts";
import type { Clock } from "../../std/clock.ts";
import type { MdxJudge, MdxVerdict } from "../checks/check.ts";
import type { PageContent, ParseAs } from "../markdown/parse-page.ts";

/**
 * A process of its own for what may crash or hang the one that asks: pages that are not `isOrdinary`, and the MDX
 * compiler. It starts when first needed, again after a crash, and ends when idle. It gets no environment.
 */
export interface ParserProcess extends MdxJudge {
  /** Null where the page cannot be parsed within limits. Rejects only with the signal's reason. */
  parse(page: ParseRequest, signal?: AbortSignal): Promise<PageContent | null>;
}

export interface ParseRequest {
  readonly text: string;
  readonly parseAs: ParseAs;
  readonly dialect: string;
}

export type ChildRequest =
  | ({ readonly kind: "parse" } & ParseRequest)
  | { readonly kind: "judge"; readonly text: string; readonly dialect: string };

export type ChildAnswer =
  /** Without the text: whoever asked has it. */
  | { readonly kind: "parsed"; readonly content: Omit<PageContent, "text"> }
  | { readonly kind: "judged"; readonly verdict: MdxVerdict };

export function createParserProcess(o: { clock: Clock }): ParserProcess {
  const { clock } = o;
  let child: ChildProcess | null = null;
  let last: Promise<unknown> = Promise.resolve();
  let spentMs = 0;
  let idle = new AbortController();
  let closed = false;

  function stop(): Promise<void> {
    const running = child;
    child = null;
    if (running === null || running.exitCode !== null || running.signalCode !== null)
      return Promise.resolve();
    return new Promise((resolve) => {
      // Unreferenced, it would not keep us waiting for its end.
      running.ref();
      running.once("exit", () => resolve());
      running.kill("SIGKILL");
    });
  }

  /** Null where the process crashes on the request or takes too long. One request at a time. */
  async function ask(
    request: ChildRequest,
    limitMs: number,
    signal?: AbortSignal,
  ): Promise<ChildAnswer | null> {
    signal?.throwIfAborted();
    if (closed) return null;
    idle.abort();
    child ??= startChild();
    const running = child;
    running.ref();
    running.channel?.ref();
    const over = new AbortController();
    const cancel = () => over.abort();
    signal?.addEventListener("abort", cancel, { once: true });
    try {
      const late = clock.sleep(limitMs, over.signal).then(
        () => null,
        () => null,
      );
      const answer = await Promise.race([exchange(running, request), late]);
      signal?.throwIfAborted();
      if (answer === null) await stop();
      return answer;
    } finally {
      signal?.removeEventListener("abort", cancel);
      if (signal?.aborted) await stop();
      running.unref();
      running.channel?.unref();
      over.abort();
      idle = new AbortController();
      clock.sleep(limits.site.parserIdleMs, idle.signal).then(stop, () => undefined);
    }
  }

  /** After the requests before it. */
  function inTurn<T>(run: () => Promise<T>): Promise<T> {
    const turn = last.then(run, run);
    last = turn.catch(() => undefined);
    return turn;
  }

  return {
    get spentMs() {
      return spentMs;
    },
    parse: (page, signal) =>
      inTurn(async () => {
        const answer = await ask({ kind: "parse", ...page }, limits.site.parseApartMs, signal);
        return answer?.kind === "parsed" ? { ...answer.content, text: page.text } : null;
      }),
    judge: (pages, signal) =>
      inTurn(async () => {
        const startedAt = clock.now();
        const verdicts: MdxVerdict[] = [];
        for (const { text, dialect } of pages) {
          const answer = await ask({ kind: "judge", text, dialect }, limits.site.judgeMs, signal);
          verdicts.push(answer?.kind === "judged" ? answer.verdict : tooHard);
        }
        spentMs += clock.now() - startedAt;
        return verdicts;
      }),
    async close() {
      closed = true;
      idle.abort();
      await stop();
      await last;
    },
  };
}

const tooHard: MdxVerdict = {
  message: `the MDX compiler does not come to an end with it in ${limits.site.judgeMs / 1000} s`,
  line: null,
};

function startChild(): ChildProcess {
  // Beside this file: .ts in a clone, .js in the package.
  const script = new URL(`./parser-child${import.meta.url.endsWith(".ts") ? ".ts" : ".js"}`, import.meta.url);
  const child = fork(fileURLToPath(script), {
    serialization: "advanced",
    execArgv: [`--max-old-space-size=${limits.site.parserHeapMiB}`],
    env: {},
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
  // It must not keep this process alive, and it ends with it: its channel closes.
  child.unref();
  child.channel?.unref();
  child.on("error", () => undefined);
  return child;
}

/** Sends a request and waits for the answer; null where the process ends instead. */
function exchange(child: ChildProcess, request: ChildRequest): Promise<ChildAnswer | null> {
  return new Promise((resolve) => {
    const finish = (answer: ChildAnswer | null) => {
      child.off("message", onMessage);
      child.off("exit", onEnd);
      child.off("disconnect", onEnd);
      resolve(answer);
    };
    const onMessage = (message: unknown) => finish(message as ChildAnswer);
    const onEnd = () => finish(null);
    child.on("message", onMessage);
    child.on("exit", onEnd);
    child.on("disconnect", onEnd);
    child.send(request, (error) => {
      if (error !== null) finish(null);
    });
  });
}
