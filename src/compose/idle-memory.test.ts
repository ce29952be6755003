import { expect, test } from "vitest";
import { createIdleMemory } from "./idle-memory.ts";

test("memory is freed only if no turn is running at two consecutive checks", async () => {
  let [running, released] = [0, 0];
  const check = createIdleMemory({ cache: { release: () => released++ }, running: () => running });
  const freed: number[] = [];
  for (running of [0, 1, 0, 2, 0, 0]) {
    await check();
    freed.push(released);
  }
  expect(freed).toEqual([0, 0, 0, 0, 0, 1]);
});
