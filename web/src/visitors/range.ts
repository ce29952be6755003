/** A range of days in the reader's time zone. `to` is exclusive. */
export interface Range {
  readonly id: string;
  readonly from: string | null;
  readonly to: string | null;
  readonly interval: "hour" | "day" | "week" | "month";
}

const presets = {
  today: { label: "Today", days: 1, interval: "hour" },
  "7d": { label: "7 days", days: 7, interval: "day" },
  "30d": { label: "30 days", days: 30, interval: "day" },
  "90d": { label: "90 days", days: 90, interval: "day" },
  "12m": { label: "12 months", days: 365, interval: "month" },
} as const;

/** The choices in order: the presets, all time and a custom range. */
export const choices: readonly (readonly [string, string])[] = [
  ...Object.entries(presets).map(([id, { label }]) => [id, label] as const),
  ["all", "All time"],
  ["custom", "Custom"],
];

const daysWithHours = 2;
const daysWithDays = 120;

/** Reads the range from the URL parameters. Without a valid range, returns the last 30 days. */
export function readRange(params: URLSearchParams, today: string): Range {
  const id = params.get("range") ?? "30d";
  if (id === "all") return { id, from: null, to: null, interval: "month" };
  const [from, to] = [params.get("from") ?? "", params.get("to") ?? ""];
  if (id === "custom" && isDay(from) && isDay(to) && from <= to) {
    const days = daysBetween(from, to) + 1;
    const interval = days <= daysWithHours ? "hour" : days <= daysWithDays ? "day" : "month";
    return { id, from, to: addDays(to, 1), interval };
  }
  const isPreset = Object.hasOwn(presets, id);
  const { days, interval } = presets[isPreset ? (id as keyof typeof presets) : "30d"];
  return {
    id: isPreset || id === "custom" ? id : "30d",
    from: addDays(today, 1 - days),
    to: addDays(today, 1),
    interval,
  };
}

/**
 * Returns the first and last day of a range, for the fields of a custom range. For all time, returns the last 30 days.
 */
export function daysOf({ from, to }: Range, today: string): { readonly from: string; readonly to: string } {
  return { from: from ?? addDays(today, 1 - presets["30d"].days), to: to === null ? today : addDays(to, -1) };
}

/** Returns the preceding range of the same length, or null for all time. */
export function previousRange({ from, to, ...rest }: Range): Range | null {
  if (from === null || to === null) return null;
  return { ...rest, from: addDays(from, -daysBetween(from, to)), to: from };
}

/** Adds days to a date, computed in UTC because dates have no zone: `2026-02-28` plus 1 is `2026-03-01`. */
export function addDays(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}

function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000);
}

function isDay(text: string): boolean {
  return (
    /^\d{4}-\d{2}-\d{2}$/u.test(text) &&
    !Number.isNaN(Date.parse(`${text}T00:00:00Z`)) &&
    addDays(text, 0) === text
  );
}

/** Returns today's date in the reader's time zone. */
export function today(): string {
  const now = new Date();
  const two = (value: number) => String(value).padStart(2, "0");
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}
