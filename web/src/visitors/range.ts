/** A range of days, in the reader's zone. `to` is the first day that counts no more. */
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

/** What can be chosen, in order; `all` and `custom` beside them. */
export const choices: readonly (readonly [string, string])[] = [
  ...Object.entries(presets).map(([id, { label }]) => [id, label] as const),
  ["all", "All time"],
  ["custom", "Custom"],
];

const daysWithHours = 2;
const daysWithDays = 120;

/** The range that an address names; 30 days where it names none that is one. */
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

/** Its first and last day, as a custom range has them; those of the standard range where it has none. */
export function daysOf({ from, to }: Range, today: string): { readonly from: string; readonly to: string } {
  return { from: from ?? addDays(today, 1 - presets["30d"].days), to: to === null ? today : addDays(to, -1) };
}

/** As many days right before; null where the range has no beginning. */
export function rangeBefore({ from, to, ...rest }: Range): Range | null {
  if (from === null || to === null) return null;
  return { ...rest, from: addDays(from, -daysBetween(from, to)), to: from };
}

/** `2026-02-28` and 1 is `2026-03-01`. Days have no zone: they are counted in UTC. */
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

/** Today in the reader's zone. */
export function today(): string {
  const now = new Date();
  const two = (value: number) => String(value).padStart(2, "0");
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}
