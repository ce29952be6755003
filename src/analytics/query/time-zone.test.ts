import { expect, test } from "vitest";
import { isTimeZone } from "./time-zone.ts";

test.each(["UTC", "Europe/Berlin", "America/Argentina/Buenos_Aires", "Etc/GMT+5", "asia/calcutta"])(
  "%s is a time zone",
  (name) => expect(isTimeZone(name)).toBe(true),
);

test.each(["", "+05:45", "UTC+1", "GMT+1", "Mars/Olympus", "Europe/Berlin ", "Europe", "x".repeat(1000)])(
  "%j is not a time zone",
  (name) => expect(isTimeZone(name)).toBe(false),
);
