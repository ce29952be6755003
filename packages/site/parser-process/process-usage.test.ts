import { expect, test } from "vitest";
import { usageOf } from "./process-usage.ts";

test.runIf(process.platform === "linux")("tells what this process took", () => {
  const { user, system } = process.cpuUsage();
  const usage = usageOf(process.pid);
  const bytes = process.memoryUsage.rss();
  // In hundredths of a second, and what was between the two questions.
  expect(Math.abs((usage?.cpuMs ?? 0) - (user + system) / 1000)).toBeLessThan(1000);
  expect((usage?.residentBytes ?? 0) / bytes).toBeGreaterThan(0.5);
  expect((usage?.residentBytes ?? 0) / bytes).toBeLessThan(2);
});

test("tells nothing of a process that is not there", () => {
  // Beyond what any system gives out.
  expect(usageOf(2 ** 30)).toBeNull();
});
