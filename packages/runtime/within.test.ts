import { describe, expect, it } from "vitest";
import { within } from "./within.ts";

/** A clock whose sleepers wake all at once. */
function manualClock() {
  const sleepers = new Set<() => void>();
  return {
    sleepers,
    wake: () => {
      for (const wake of sleepers) wake();
    },
    sleep: (_ms: number, signal?: AbortSignal) =>
      new Promise<void>((resolve, reject) => {
        sleepers.add(resolve);
        signal?.addEventListener("abort", () => {
          sleepers.delete(resolve);
          reject(signal.reason);
        });
      }),
  };
}

const never = new Promise<string>(() => undefined);
const late = () => {
  throw new Error("late");
};

describe("within a time limit", () => {
  it("a promise settles as it would alone", async () => {
    const clock = manualClock();
    expect(await within(Promise.resolve("done"), 1000, late, { clock })).toBe("done");
    await expect(within(Promise.reject(new Error("own")), 1000, late, { clock })).rejects.toThrow("own");
    expect(clock.sleepers.size).toBe(0);
  });

  it("a promise that takes too long is replaced", async () => {
    const clock = manualClock();
    const value = within(never, 1000, () => "other", { clock });
    const failure = within(never, 1000, late, { clock });
    clock.wake();
    expect(await value).toBe("other");
    await expect(failure).rejects.toThrow("late");
  });

  it("a signal ends the wait with its reason", async () => {
    const ended = new AbortController();
    const waiting = within(never, 1000, late, { clock: manualClock(), signal: ended.signal });
    ended.abort(new Error("stopped"));
    await expect(waiting).rejects.toThrow("stopped");
  });
});
