import { describe, expect, it } from "vitest";
import { createManualClock } from "../std/clock.ts";
import { createReadiness } from "./health.ts";

describe("readiness", () => {
  it("is there when every part answers", async () => {
    const clock = createManualClock(0);
    const ask = createReadiness({ clock, checks: { store: async () => {}, disk: async () => {} } });
    expect(await ask()).toEqual({ ready: true, checks: { store: "ok", disk: "ok" } });
  });

  it("is not where a part fails, throws or does not answer in two seconds", async () => {
    const clock = createManualClock(0);
    const checks = {
      fails: () => Promise.reject(new Error("down")),
      throws: () => {
        throw new Error("broken");
      },
      hangs: () => new Promise<void>(() => {}),
      works: async () => {},
    };
    const asked = createReadiness({ clock, checks })();
    clock.advance(1999);
    clock.advance(1);
    expect(await asked).toEqual({
      ready: false,
      checks: { fails: "failed", throws: "failed", hangs: "failed", works: "ok" },
    });
  });
});
