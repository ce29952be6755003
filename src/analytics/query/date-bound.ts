/** A bound of a range (R11): an instant, or a day, whose beginning depends on the query's time zone (R43). */
export type DateBound =
  | { readonly instantMs: number }
  | { readonly year: number; readonly month: number; readonly day: number };

const dateForm = /^(\d{4})-(\d\d)-(\d\d)$/u;

/** A space before the offset is a `+` that was not percent-encoded. */
const timeForm = /^(\d{4}-\d\d-\d\d)T(\d\d):(\d\d)(?::(\d\d)(?:[.,](\d+))?)?(?:(Z)|([-+ ])(\d\d):?(\d\d))?$/u;

const minuteMs = 60_000;

/**
 * Parses a bound; null if it violates R11. Events have whole milliseconds, so fractions are rounded up: `≥` and `<`
 * then give the same results as the exact bound.
 */
export function parseDateBound(text: string): DateBound | null {
  const date = parseDate(text);
  if (date !== null) return date;
  const parts = timeForm.exec(text);
  if (parts === null) return null;
  const [
    ,
    day = "",
    hour,
    minute,
    second = "00",
    fraction = "",
    zulu,
    sign = "+",
    hours = "00",
    minutes = "00",
  ] = parts;
  const of = parseDate(day);
  const [h, m, s] = [Number(hour), Number(minute), Number(second)];
  const isMidnight = h === 24 && m === 0 && s === 0 && !/[1-9]/u.test(fraction);
  if (of === null || (h > 23 && !isMidnight) || m > 59 || s > 59) return null;
  if (Number(hours) > 23 || Number(minutes) > 59) return null;
  const offsetMinutes = zulu === undefined ? Number(hours) * 60 + Number(minutes) : 0;
  const localMs = utcMidnight(of) + (h * 60 + m) * minuteMs + s * 1000 + roundUpToMs(fraction);
  return { instantMs: localMs - (sign === "-" ? -offsetMinutes : offsetMinutes) * minuteMs };
}

/** Milliseconds since 1970, negative before. `timeZone` must be accepted by `isTimeZone`. */
export function boundMs(bound: DateBound, timeZone: string): number {
  if ("instantMs" in bound) return bound.instantMs;
  if (timeZone === "UTC") return utcMidnight(bound);
  // If midnight is skipped, the day begins right after the clock change.
  return Temporal.PlainDate.from(bound).toZonedDateTime(timeZone).epochMilliseconds;
}

interface CalendarDate {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

/** A day of the proleptic Gregorian calendar, in the years 0001 to 9999. */
function parseDate(text: string): CalendarDate | null {
  const parts = dateForm.exec(text);
  if (parts === null) return null;
  const [year, month, day] = [Number(parts[1]), Number(parts[2]), Number(parts[3])];
  if (year < 1 || month < 1 || month > 12 || day < 1) return null;
  const lastDay = new Date(utcMidnight({ year, month: month + 1, day: 0 })).getUTCDate();
  return day > lastDay ? null : { year, month, day };
}

/** This differs from `Date.UTC`, which maps the years 0 to 99 to the 20th century. */
function utcMidnight({ year, month, day }: CalendarDate): number {
  return new Date(0).setUTCFullYear(year, month - 1, day);
}

function roundUpToMs(fraction: string): number {
  const whole = Number(fraction.slice(0, 3).padEnd(3, "0"));
  return /[1-9]/u.test(fraction.slice(3)) ? whole + 1 : whole;
}
