import { expect, test } from "vitest";
import { startThread } from "./thread.ts";

test("rejects calls that are pending when a thread is closed, and later calls", async () => {
  const answersCloseAlone = `
    import { parentPort } from "node:worker_threads";
    parentPort.on("message", ({ number, name }) => {
      if (name === "close") parentPort.postMessage({ number, result: undefined });
    });`;
  const deaths: unknown[] = [];
  const thread = startThread<{ erase: () => number }>(
    new URL(`data:text/javascript,${encodeURIComponent(answersCloseAlone)}`),
    { workerData: null, onDeath: (cause) => deaths.push(cause) },
  );
  const unanswered = thread.call("erase", []).catch((error: unknown) => error);
  await thread.close();
  const refusal = { code: "unavailable", message: "The store of reader events is closed." };
  expect(await unanswered).toMatchObject(refusal);
  await expect(thread.call("erase", [])).rejects.toMatchObject(refusal);
  await thread.close();
  expect(deaths).toEqual([]);
});
