import { expect, test } from "vitest";
import { createMutex } from "./mutex.ts";

test("works run one after the other, in the order in which they came, and one that fails holds up none", async () => {
  const inTurn = createMutex();
  const seen: string[] = [];
  const first = Promise.withResolvers<string>();
  const running = [
    inTurn(() => {
      seen.push("first begins");
      return first.promise;
    }),
    inTurn(async () => {
      seen.push("second begins");
      throw new Error("the second fails");
    }),
    inTurn(async () => seen.push("third begins")),
  ];
  const ended = Promise.allSettled(running);
  await Promise.resolve();
  expect(seen).toEqual(["first begins"]);
  first.resolve("done");
  expect((await ended).map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  expect(await running[0]).toBe("done");
  expect(seen).toEqual(["first begins", "second begins", "third begins"]);
});
