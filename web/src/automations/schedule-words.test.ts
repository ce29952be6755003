import { expect, it } from "vitest";
import { scheduleInWords } from "./schedule-words.ts";

it.each([
  ["0 9 * * 1", "Mondays at 09:00"],
  ["30 17 * * 1-5", "Weekdays at 17:30"],
  ["5 0 * * *", "Daily at 00:05"],
  ["0 9 * * 1,4", "Mondays and Thursdays at 09:00"],
  ["0 9 * * 1,3,5", "Mondays, Wednesdays and Fridays at 09:00"],
  ["0 9 * * 7", "Sundays at 09:00"],
  ["15 6 1 * *", "Monthly on day 1 at 06:15"],
  ["*/15 * * * *", "Every 15 minutes"],
  ["5 * * * *", "Hourly at :05"],
  // Any other schedule is shown unchanged.
  ["0 9 * * MON", "Custom: 0 9 * * MON"],
  ["0 9 1 * 1", "Custom: 0 9 1 * 1"],
  ["0 9 1 6 *", "Custom: 0 9 1 6 *"],
  ["0 9-17 * * *", "Custom: 0 9-17 * * *"],
  ["0 9 * * 1-3", "Custom: 0 9 * * 1-3"],
  ["nonsense", "Custom: nonsense"],
])("describes %s as %s", (cron, words) => {
  expect(scheduleInWords(cron)).toBe(words);
});
