import { expect, test } from "vitest";
import type { Instruction } from "../instruction.ts";
import { type Attempt, fittingReading } from "./fitting.ts";

const remove = (page: string): Instruction => ({ kind: "deletePage", page, redirectTo: null });
const section = (page: string): Instruction => ({ kind: "deleteSection", page, heading: "A" });

/** The page of the reading that is carried out, if attempts end as given. Each reading is its cost, kind and page. */
function chosen(...all: readonly (readonly [cost: number, instruction: Instruction, end: Attempt])[]) {
  const ends = new Map(all.map(([, instruction, end]) => [instruction, end]));
  const work = fittingReading(
    all.map(([cost, instruction]) => ({ cost, instructions: [instruction] })),
    function* ([one]) {
      yield one;
      return one === undefined ? "fails" : (ends.get(one) ?? "fails");
    },
  );
  let next = work.next();
  while (next.done !== true) next = work.next();
  const [first] = next.value ?? [];
  return next.value === null
    ? null
    : first?.kind === "deletePage" || first?.kind === "deleteSection"
      ? first.page
      : "";
}

test("the likeliest reading that fits is carried out", () => {
  expect(chosen([0, remove("a"), "fails"], [1, remove("b"), "fits"], [1, remove("c"), "fits"])).toBe("b");
  expect(chosen([0, remove("a"), "fits"], [1, section("b"), "fits"])).toBe("a");
});

test("a reading that needs a question is used only if no other one fits", () => {
  expect(chosen([0, remove("a"), "asks"], [1, remove("b"), "fits"])).toBe("b");
  expect(chosen([0, remove("a"), "fails"], [1, remove("b"), "asks"])).toBe("b");
});

test("equally likely readings of different kinds cannot be decided", () => {
  expect(chosen([0, remove("a"), "fits"], [0, section("b"), "fits"])).toBeNull();
  expect(chosen([0, remove("a"), "fits"], [0, section("b"), "fails"])).toBe("a");
});

test("if no reading fits, the likeliest one says why", () => {
  expect(chosen([0, remove("a"), "fails"], [1, remove("b"), "fails"])).toBe("a");
});
