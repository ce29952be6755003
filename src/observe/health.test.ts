import { describe, expect, it } from "vitest";
import { AppError } from "../errors.ts";
import { createManualClock } from "../std/clock.ts";
import { atMostEvery, createReadiness } from "./health.ts";

describe("readiness", () => {
  it("is true if every part responds", async () => {
    const clock = createManualClock(0);
    const ask = createReadiness({ clock, checks: { store: async () => {}, disk: async () => {} } });
    expect(await ask()).toEqual({ ready: true, checks: { store: "ok", disk: "ok" }, problems: [] });
  });

  it("is false if a part fails, throws or doesn't respond within two seconds", async () => {
    const clock = createManualClock(0);
    const checks = {
      fails: () => Promise.reject(new Error("down")),
      throws: () => {
        throw new Error("broken");
      },
      hangs: () => new Promise<void>(() => {}),
      works: async () => {},
      tells: () => Promise.reject(new AppError("unavailable", "Make room.")),
    };
    const asked = createReadiness({ clock, checks })();
    clock.advance(1999);
    clock.advance(1);
    expect(await asked).toEqual({
      ready: false,
      checks: { fails: "failed", throws: "failed", hangs: "failed", works: "ok", tells: "failed" },
      problems: [
        { part: "fails", message: "The fails is not responding." },
        { part: "throws", message: "The throws is not responding." },
        { part: "hangs", message: "The hangs is not responding." },
        { part: "tells", message: "Make room." },
      ],
    });
  });

  it("runs a throttled check once per interval, whether or not it succeeds", async () => {
    const clock = createManualClock(0);
    let asked = 0;
    let works = true;
    const check = atMostEvery(10_000, clock, async () => {
      asked++;
      if (!works) throw new Error("full");
    });
    await Promise.all([check(), check()]);
    works = false;
    clock.advance(9999);
    await check();
    expect(asked).toBe(1);
    clock.advance(1);
    await expect(check()).rejects.toThrow("full");
    works = true;
    await expect(check()).rejects.toThrow("full");
    clock.advance(10_000);
    await check();
    expect(asked).toBe(3);
  });
});
