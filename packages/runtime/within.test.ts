import { describe, expect, it } from "vitest";
import { createManualClock } from "./test/support/manual-clock.ts";
import { within } from "./within.ts";

const never = new Promise<string>(() => undefined);
const late = () => {
  throw new Error("late");
};

describe("within a time limit", () => {
  it("a promise settles as it would alone", async () => {
    const clock = createManualClock();
    expect(await within(Promise.resolve("done"), 1000, late, { clock })).toBe("done");
    await expect(within(Promise.reject(new Error("own")), 1000, late, { clock })).rejects.toThrow("own");
    expect(clock.asleep()).toBe(0);
  });

  it("a promise that takes too long is replaced", async () => {
    const clock = createManualClock();
    const value = within(never, 1000, () => "other", { clock });
    const failure = within(never, 1000, late, { clock });
    clock.advance(1000);
    expect(await value).toBe("other");
    await expect(failure).rejects.toThrow("late");
  });

  it("a signal ends the wait with its reason", async () => {
    const ended = new AbortController();
    const waiting = within(never, 1000, late, { clock: createManualClock(), signal: ended.signal });
    ended.abort(new Error("stopped"));
    await expect(waiting).rejects.toThrow("stopped");
  });
});
