import { describe, expect, it } from "vitest";
import { createManualClock } from "../std/clock.ts";
import { createLog } from "./log.ts";

function capture(level: "info" | "error" = "info") {
  const lines: string[] = [];
  const clock = createManualClock(Date.UTC(2026, 0, 5, 6, 7, 8, 9));
  const log = createLog({ level, clock, destination: { write: (line) => void lines.push(line) } });
  return {
    log,
    lines,
    clock,
    parsed: () => lines.map((line) => JSON.parse(line) as Record<string, unknown>),
  };
}

describe("the log", () => {
  it("writes one JSON object per line, with the clock's time", () => {
    const { log, lines, clock, parsed } = capture();
    log.info({ job: "job_1" }, "it began");
    clock.advance(1);
    log.child({ turn: 2 }).warn("it went on");
    expect(lines.every((line) => line.endsWith("\n"))).toBe(true);
    expect(parsed()).toEqual([
      { level: "info", time: "2026-01-05T06:07:08.009Z", job: "job_1", msg: "it began" },
      { level: "warn", time: "2026-01-05T06:07:08.010Z", turn: 2, msg: "it went on" },
    ]);
  });

  it("writes an error with its stack and its causes", () => {
    const { log, parsed } = capture();
    log.error({ error: new Error("outer", { cause: new Error("inner") }) }, "it failed");
    expect(parsed()[0]).toMatchObject({
      level: "error",
      error: { message: "outer", stack: expect.stringContaining("log.test.ts"), cause: { message: "inner" } },
      msg: "it failed",
    });
  });

  it("writes nothing below its level, and never writes secrets", () => {
    const { log, lines } = capture("error");
    log.info("quiet");
    log.error({ url: "https://acme:pass@git.example.com", key: `dw_${"x".repeat(38)}` }, "Bearer abcdefgh");
    expect(lines).toHaveLength(1);
    expect(lines[0]).not.toMatch(/pass|xxxxx|abc/u);
  });
});
