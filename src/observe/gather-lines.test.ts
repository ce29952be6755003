import { describe, expect, test } from "vitest";
import { run } from "../../test/support/child.ts";
import { createManualClock } from "../std/clock.ts";
import { gatherLines } from "./gather-lines.ts";

describe("gathered lines", () => {
  function gather() {
    const written: string[] = [];
    const clock = createManualClock(0);
    return { written, clock, lines: gatherLines({ write: (text) => void written.push(text) }, clock) };
  }

  test("are written together after a short wait", async () => {
    const { written, clock, lines } = gather();
    lines.write("a\n");
    lines.write("b\n");
    expect(written).toEqual([]);
    clock.advance(100);
    await Promise.resolve();
    await Promise.resolve();
    expect(written).toEqual(["a\nb\n"]);
  });

  test("are written immediately, in order, if there are many", () => {
    const { written, lines } = gather();
    const many = Array.from({ length: 3000 }, (_, n) => `${n}\n`);
    for (const line of many) lines.write(line);
    expect(written.length).toBeGreaterThan(0);
    expect(many.join("").startsWith(written.join(""))).toBe(true);
    expect(many.join("").length - written.join("").length).toBeLessThan(8192);
  });

  test("are not lost when the process exits", async () => {
    const script = `
      import { createLog } from ${JSON.stringify(new URL("./log.ts", import.meta.url).href)};
      import { createSystemClock } from ${JSON.stringify(new URL("../std/clock.ts", import.meta.url).href)};
      const log = createLog({ level: "info", clock: createSystemClock() });
      for (let n = 0; n < 500; n++) log.info({ n }, "line");
      process.exit(0);`;
    const { stderr } = await run(process.execPath, ["--input-type=module", "-e", script], {
      doing: "a process that writes 500 lines",
      timeoutMs: 4000,
    });
    expect(stderr.trim().split("\n").length).toBe(500);
  });
});
