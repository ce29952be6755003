import { useSyncExternalStore } from "react";

const exact = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });
const day = new Intl.DateTimeFormat(undefined, { dateStyle: "medium" });
const relative = new Intl.RelativeTimeFormat("en", { numeric: "auto", style: "long" });

const minuteMs = 60_000;
const steps: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ["minute", 60 * minuteMs],
  ["hour", 24 * 60 * minuteMs],
  ["day", 30 * 24 * 60 * minuteMs],
];
const unitMs = { minute: minuteMs, hour: 60 * minuteMs, day: 24 * 60 * minuteMs };

/** How long ago, in words; on hover the moment in the reader's zone and in UTC. */
export function Time({ at, prefix = "" }: { readonly at: string; readonly prefix?: string }) {
  const now = useSyncExternalStore(everyMinute, () => Math.floor(Date.now() / minuteMs) * minuteMs);
  const date = new Date(at);
  return (
    <time dateTime={at} title={`${exact.format(date)} (${at.slice(0, 16).replace("T", " ")} UTC)`}>
      {prefix}
      {wordsOf(date.getTime(), now)}
    </time>
  );
}

function wordsOf(at: number, now: number): string {
  const ms = at - now;
  const size = Math.abs(ms);
  // `now` is a minute's beginning: what was seconds ago is after it.
  if (size < minuteMs) return at > Date.now() ? "in a moment" : "just now";
  for (const [unit, below] of steps)
    if (size < below) return relative.format(Math.trunc(ms / unitMs[unit as keyof typeof unitMs]), unit);
  return day.format(new Date(at));
}

const wakers = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

/** One clock for all the times of a page. */
function everyMinute(wake: () => void): () => void {
  wakers.add(wake);
  timer ??= setInterval(() => {
    for (const one of wakers) one();
  }, minuteMs / 2);
  return () => {
    wakers.delete(wake);
    if (wakers.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

const numbers = new Intl.NumberFormat("en");
export const count = (value: number): string => numbers.format(value);
const money = new Intl.NumberFormat("en", {
  style: "currency",
  currency: "USD",
  maximumSignificantDigits: 3,
});
/** As exact as it is of use: `$0.0123`, `$4.57`, `$1,230`. */
export const dollars = (value: number): string => money.format(value);
export const plural = (value: number, one: string, many = `${one}s`): string =>
  `${count(value)} ${value === 1 ? one : many}`;
