import { expect, it } from "vitest";
import { scheduleInWords } from "./schedule-words.ts";

it.each([
  ["0 9 * * 1", "Mondays at 09:00"],
  ["30 17 * * 1-5", "On weekdays at 17:30"],
  ["5 0 * * *", "Every day at 00:05"],
  ["0 9 * * 1,4", "Mondays and Thursdays at 09:00"],
  ["0 9 * * 1,3,5", "Mondays, Wednesdays and Fridays at 09:00"],
  ["0 9 * * 7", "Sundays at 09:00"],
  ["15 6 1 * *", "On day 1 of each month at 06:15"],
  ["*/15 * * * *", "Every 15 minutes"],
  ["5 * * * *", "Every hour at :05"],
  // Whatever else there is says itself.
  ["0 9 * * MON", "On the schedule 0 9 * * MON"],
  ["0 9 1 * 1", "On the schedule 0 9 1 * 1"],
  ["0 9 1 6 *", "On the schedule 0 9 1 6 *"],
  ["0 9-17 * * *", "On the schedule 0 9-17 * * *"],
  ["0 9 * * 1-3", "On the schedule 0 9 * * 1-3"],
  ["nonsense", "On the schedule nonsense"],
])("%s is: %s", (cron, words) => {
  expect(scheduleInWords(cron)).toBe(words);
});
