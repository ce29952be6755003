import { expect, test } from "vitest";
import { createRecentMap } from "./recent-map.ts";

test("keeps used entries, drops unused ones, and stays within its bound", () => {
  const map = createRecentMap<number, string>(10);
  map.set(-1, "kept");
  for (let i = 0; i < 1000; i++) {
    map.set(i, `${i}`);
    expect(map.get(-1)).toBe("kept");
    expect(map.get(i)).toBe(`${i}`);
  }
  const held = Array.from({ length: 1000 }, (_, i) => i).filter((i) => map.get(i) !== undefined);
  expect(held.length).toBeLessThanOrEqual(10);
  expect(map.get(0)).toBeUndefined();
  map.set(999, "new");
  expect(map.get(999)).toBe("new");
});
