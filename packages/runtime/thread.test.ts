import { expect, test } from "vitest";
import { startThread } from "./thread.ts";

class StoreError extends Error {
  readonly code: string;
  readonly fields: object;

  constructor(code: string, message: string, options: { cause?: unknown; fields?: object } = {}) {
    super(message, { cause: options.cause });
    this.code = code;
    this.fields = options.fields ?? {};
  }
}

test("rejects calls that are pending when a thread is closed, and later calls", async () => {
  const answersCloseAlone = `
    import { parentPort } from "node:worker_threads";
    parentPort.on("message", ({ number, name }) => {
      if (name === "close") parentPort.postMessage({ number, result: undefined });
    });`;
  const deaths: unknown[] = [];
  const thread = startThread<{ erase: () => number }>(
    new URL(`data:text/javascript,${encodeURIComponent(answersCloseAlone)}`),
    {
      subject: "The store is",
      knownError: StoreError,
      workerData: null,
      onDeath: (cause) => deaths.push(cause),
    },
  );
  const unanswered = thread.call("erase", []).catch((error: unknown) => error);
  await thread.close();
  const refusal = { code: "unavailable", message: "The store is closed." };
  expect(await unanswered).toMatchObject(refusal);
  await expect(thread.call("erase", [])).rejects.toMatchObject(refusal);
  await thread.close();
  expect(deaths).toEqual([]);
});
