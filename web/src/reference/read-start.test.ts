import { expect, test } from "vitest";
import { readStart } from "./read-start.ts";

const bytes = (text: string) => new TextEncoder().encode(text);

test("a short response is read to its end, even if a character is split between two parts", async () => {
  const [first, rest] = [bytes("größer").slice(0, 3), bytes("größer").slice(3)];
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(first);
      controller.enqueue(rest);
      controller.close();
    },
  });
  expect(await readStart(new Response(body), 100)).toBe("größer");
  expect(await readStart(new Response(null), 100)).toBe("");
});

test("an endless response is read only until enough of it is known, and then canceled", async () => {
  let sent = 0;
  let isCanceled = false;
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        sent += 1000;
        controller.enqueue(bytes("x".repeat(1000)));
      },
      cancel() {
        isCanceled = true;
      },
    },
    { highWaterMark: 0 },
  );
  expect((await readStart(new Response(body), 5000)).length).toBe(6000);
  expect([sent, isCanceled]).toEqual([6000, true]);
});
