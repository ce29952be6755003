/** Days are in UTC, counted from 1970-01-01 (day 0), and months from January of the year 0 (month 0). */
export const dayMs = 86_400_000;

/** Days are stored as `day + 1` in 16 bits; the last possible day is 2149-06-05. */
export const daysMax = 65_535;
export const timestampMax = daysMax * dayMs;

export const dayOf = (ms: number): number => Math.floor(ms / dayMs);

export function monthOf(day: number): number {
  const date = new Date(day * dayMs);
  return date.getUTCFullYear() * 12 + date.getUTCMonth();
}

/** Returns the first day of a month. */
export const monthStart = (month: number): number => Date.UTC(Math.floor(month / 12), month % 12, 1) / dayMs;

/** Formats a month as `2026-07`. */
export function monthName(month: number): string {
  const year = String(Math.floor(month / 12)).padStart(4, "0");
  return `${year}-${String((month % 12) + 1).padStart(2, "0")}`;
}

/** Parses a month such as `2026-07`; null if the name is not a month. */
export function parseMonthName(name: string): number | null {
  const match = /^([0-9]{4})-(0[1-9]|1[0-2])$/u.exec(name);
  return match === null ? null : Number(match[1]) * 12 + Number(match[2]) - 1;
}
