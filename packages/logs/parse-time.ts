const isoForm =
  /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?(Z|[+-]\d\d(?::?\d\d)?)?)?$/u;

/**
 * Parses an ISO 8601 time, `2026-02-28` or `2026-02-28T12:30[:15[.123456789]][Z|±hh[:]mm]`, to milliseconds since 1970.
 * A time without an offset is in UTC. Truncates to milliseconds. Returns NaN if the text is not a valid time.
 */
export function parseIsoTime(text: string): number {
  const ms = text.length === 24 || text.length === 20 ? parseUtc(text) : Number.NaN;
  return Number.isNaN(ms) ? parseAnyIso(text) : ms;
}

/** Parses the most common forms, `2026-02-28T12:30:15Z` and `…15.123Z`, digit by digit; NaN for any other form. */
function parseUtc(text: string): number {
  const isFine = text.length === 24;
  for (let at = 0; at < text.length - 1; at++) {
    const char = text.charCodeAt(at);
    const mark = marks.charCodeAt(at);
    if (mark === digit ? char < 0x30 || char > 0x39 : char !== mark) return Number.NaN;
  }
  if (!text.endsWith("Z")) return Number.NaN;
  const two = (at: number) => (text.charCodeAt(at) - 0x30) * 10 + text.charCodeAt(at + 1) - 0x30;
  const [year, month, day] = [two(0) * 100 + two(2), two(5), two(8)];
  const [hour, minute, second] = [two(11), two(14), two(17)];
  // Whether a day after the 28th is valid depends on the month, so the full parser handles such days and invalid
  // values.
  if (year < 1970 || month < 1 || month > 12 || day < 1 || day > 28) return Number.NaN;
  if (hour > 23 || minute > 59 || second > 59) return Number.NaN;
  const ms = isFine ? two(20) * 10 + text.charCodeAt(22) - 0x30 : 0;
  return Date.UTC(year, month - 1, day, hour, minute, second, ms);
}

const marks = "0000-00-00T00:00:00.000";
const digit = 0x30;

function parseAnyIso(text: string): number {
  const parts = isoForm.exec(text);
  if (parts === null) return Number.NaN;
  const [, year, month, day, hour = "0", minute = "0", second = "0", fraction = "", offset = "Z"] = parts;
  const [y, m, d] = [Number(year), Number(month), Number(day)];
  const dayMs = Date.UTC(y, m - 1, d);
  const date = new Date(dayMs);
  if (y < 1970 || date.getUTCMonth() !== m - 1 || date.getUTCDate() !== d) return Number.NaN;
  const [h, min, s] = [Number(hour), Number(minute), Number(second)];
  if (h > 23 || min > 59 || s > 59) return Number.NaN;
  const ms = Number(fraction.slice(0, 3).padEnd(3, "0"));
  return dayMs + ((h * 60 + min) * 60 + s) * 1000 + ms - offsetMs(offset);
}

/** The offset of `Z`, `+01`, `+0530` or `-08:00`. */
export function offsetMs(offset: string): number {
  if (offset === "Z" || offset === "z") return 0;
  const [hours, minutes] = [Number(offset.slice(1, 3)), Number(offset.slice(-2))];
  const sum = (hours * 60 + (offset.length > 3 ? minutes : 0)) * 60_000;
  return offset.startsWith("-") ? -sum : sum;
}

/**
 * Parses a time as programs write it, to milliseconds since 1970: ISO 8601, or a number of seconds, milliseconds,
 * microseconds or nanoseconds since 1970. The size of the number implies the unit (seconds up to the year 5138, the
 * others from 1973). Truncates to milliseconds, so that a time is the same in every notation; text is truncated digit
 * by digit. NaN otherwise.
 */
export function parseAnyTime(value: unknown): number {
  if (typeof value === "number") return fromNumber(value);
  if (typeof value !== "string") return Number.NaN;
  const parts = /^(\d{9,19})(?:\.(\d{1,9}))?$/u.exec(value);
  if (parts === null) return parseIsoTime(value);
  const [, whole = "", fraction = ""] = parts;
  const size = Number(whole);
  if (size < 1e11) return size * 1000 + Number(fraction.slice(0, 3).padEnd(3, "0"));
  return Number(whole.slice(0, whole.length - (size < 1e14 ? 0 : size < 1e17 ? 3 : 6)));
}

/** The binary form of a decimal fraction can be slightly too small, so seconds are rounded to the microsecond. */
function fromNumber(value: number): number {
  if (!(value >= 0)) return Number.NaN;
  if (value < 1e11) return Math.floor(Math.round(value * 1e6) / 1000);
  if (value < 1e14) return Math.floor(value);
  if (value < 1e17) return Math.floor(value / 1000);
  // Adjacent numbers are 256 nanoseconds apart (512 as of 2043), so a whole millisecond must not be truncated to the
  // previous one.
  return value < 1e20 ? Math.floor(value / 1e6 + 2 ** -11) : Number.NaN;
}
