import { dayMs } from "../calendar.ts";
import { CountsError } from "../errors.ts";
import { limits } from "../limits.ts";
import type { SeriesQuery } from "../visitor-counts.ts";

type Interval = SeriesQuery["interval"];

const hourMs = 3_600_000;
const shortestMs: Record<Interval, number> = {
  hour: hourMs / 4,
  day: dayMs,
  week: 7 * dayMs,
  month: 28 * dayMs,
};

/**
 * Returns the ascending starts of the intervals that overlap [fromMs, toMs), and the end of the last one. Days, weeks
 * (from Monday) and months begin at their first instant, even if that is not midnight. Hours begin when the local clock
 * reaches a new hour or is changed. Throws `invalid_request` if the zone is unknown or there are too many intervals.
 */
export function intervalStarts(
  { interval, timeZone }: { interval: Interval; timeZone: string },
  { fromMs, toMs }: { fromMs: number; toMs: number },
): number[] {
  const { seriesPointsMax } = limits;
  if ((toMs - fromMs) / shortestMs[interval] > seriesPointsMax * 4) throw tooMany();
  const starts: number[] = [];
  // An interval may begin before the range, by up to a month plus the time zone's shifts.
  const firstMs = fromMs - (interval === "hour" ? 2 * hourMs : 33 * dayMs);
  let nextLocalMs: number | null = null;
  for (const stretch of offsetsFrom(timeZone, firstMs)) {
    if (nextLocalMs === null) nextLocalMs = localStart(interval, stretch.fromMs + stretch.offsetMs);
    else if (interval === "hour") {
      starts.push(stretch.fromMs);
      if (stretch.fromMs >= toMs) break;
      nextLocalMs = localStart("hour", stretch.fromMs + stretch.offsetMs) + hourMs;
    }
    for (;;) {
      // If the clock skips the start of an interval, the interval begins right after the clock change.
      const atMs = Math.max(nextLocalMs - stretch.offsetMs, stretch.fromMs);
      if (atMs >= stretch.toMs) break;
      if (starts.at(-1) !== atMs) starts.push(atMs);
      if (atMs >= toMs) return withinRange(starts, fromMs);
      if (starts.length > seriesPointsMax + 800) throw tooMany();
      nextLocalMs = nextStart(interval, nextLocalMs);
    }
  }
  return withinRange(starts, fromMs);
}

function withinRange(starts: readonly number[], fromMs: number): number[] {
  const first = starts.findLastIndex((start) => start <= fromMs);
  if (starts.length - first - 1 > limits.seriesPointsMax) throw tooMany();
  return starts.slice(first);
}

function tooMany(): CountsError {
  const message = `The range has more than ${limits.seriesPointsMax} intervals. Choose a longer interval or a shorter range.`;
  return new CountsError("invalid_request", message, {
    fields: { details: [{ path: "interval", message }] },
  });
}

/** Returns the periods between changes in a zone's offset, starting at `fromMs`; the last one has no end. */
function* offsetsFrom(
  timeZone: string,
  fromMs: number,
): Generator<{ fromMs: number; toMs: number; offsetMs: number }> {
  let at = zoned(timeZone, fromMs);
  for (;;) {
    const next = at.getTimeZoneTransition("next");
    yield {
      fromMs: at.epochMilliseconds,
      toMs: next?.epochMilliseconds ?? Infinity,
      offsetMs: at.offsetNanoseconds / 1e6,
    };
    if (next === null) return;
    at = next;
  }
}

function zoned(timeZone: string, ms: number): Temporal.ZonedDateTime {
  try {
    return Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(timeZone);
  } catch (error) {
    throw new CountsError("invalid_request", "Unknown time zone. Use an IANA name such as Europe/Berlin.", {
      cause: error,
    });
  }
}

// The functions below calculate with local times as if they were UTC.

function localStart(interval: Interval, localMs: number): number {
  const day = Math.floor(localMs / dayMs);
  switch (interval) {
    case "hour":
      return Math.floor(localMs / hourMs) * hourMs;
    case "day":
      return day * dayMs;
    case "week":
      // 1970-01-05 was a Monday.
      return (day - ((((day - 4) % 7) + 7) % 7)) * dayMs;
    case "month": {
      const date = new Date(localMs);
      return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1);
    }
  }
}

function nextStart(interval: Interval, startMs: number): number {
  if (interval !== "month") return startMs + { hour: hourMs, day: dayMs, week: 7 * dayMs }[interval];
  const date = new Date(startMs);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1);
}
