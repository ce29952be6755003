import { expect, test } from "vitest";
import { usageOf } from "./process-usage.ts";

test.runIf(process.platform === "linux")("the usage of this process matches Node's own figures", () => {
  const { user, system } = process.cpuUsage();
  const usage = usageOf(process.pid);
  const bytes = process.memoryUsage.rss();
  // Allows for rounding to hundredths of a second, and for the time between the two calls.
  expect(Math.abs((usage?.cpuMs ?? 0) - (user + system) / 1000)).toBeLessThan(1000);
  expect((usage?.residentBytes ?? 0) / bytes).toBeGreaterThan(0.5);
  expect((usage?.residentBytes ?? 0) / bytes).toBeLessThan(2);
});

test("the usage of a missing process is null", () => {
  // Larger than any system's process IDs.
  expect(usageOf(2 ** 30)).toBeNull();
});
