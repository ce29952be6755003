const days = ["Sundays", "Mondays", "Tuesdays", "Wednesdays", "Thursdays", "Fridays", "Saturdays"] as const;

/** Describes a cron schedule in words if it has one of the common forms; otherwise returns it unchanged. */
export function scheduleInWords(cron: string): string {
  const [minute = "", hour = "", day = "", month = "", weekday = "", ...more] = cron.trim().split(/\s+/u);
  const isEvery = (...fields: readonly string[]) => fields.every((field) => field === "*");
  const plain = `Custom: ${cron.trim()}`;
  if (more.length > 0 || month !== "*" || (day !== "*" && weekday !== "*")) return plain;
  const step = /^\*\/([0-9]{1,2})$/u.exec(minute)?.[1];
  if (step !== undefined && isEvery(hour, day, weekday)) return `Every ${step} minutes`;
  if (!/^[0-5]?[0-9]$/u.test(minute)) return plain;
  const past = minute.padStart(2, "0");
  if (isEvery(hour, day, weekday)) return `Hourly at :${past}`;
  if (!/^(?:[01]?[0-9]|2[0-3])$/u.test(hour)) return plain;
  const at = `at ${hour.padStart(2, "0")}:${past}`;
  if (isEvery(day, weekday)) return `Daily ${at}`;
  if (/^(?:[1-9]|[12][0-9]|3[01])$/u.test(day)) return `Monthly on day ${day} ${at}`;
  if (weekday === "1-5") return `Weekdays ${at}`;
  const named = weekday
    .split(",")
    .map((number) => (/^[0-7]$/u.test(number) ? days[Number(number) % 7] : undefined));
  return named.includes(undefined) ? plain : `${joined(named as readonly string[])} ${at}`;
}

const joined = (words: readonly string[]): string =>
  words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1) ?? ""}`;
