import { expect, it } from "vitest";
import { nextTurn } from "./next-turn.ts";

it("tasks that wait for the next turn run one at a time, with a turn of the event loop between them", async () => {
  const turns: number[] = [];
  let turn = 0;
  let isDone = false;
  const count = () => {
    turn++;
    if (!isDone) setImmediate(count);
  };
  setImmediate(count);
  await Promise.all(
    Array.from({ length: 5 }, async () => {
      for (let i = 0; i < 3; i++) {
        await nextTurn();
        turns.push(turn);
      }
    }),
  );
  isDone = true;
  expect(turns).toHaveLength(15);
  expect(new Set(turns).size).toBe(15);
});
