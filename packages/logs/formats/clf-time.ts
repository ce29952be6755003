import { offsetMs } from "../parse-time.ts";

const months = "JanFebMarAprMayJunJulAugSepOctNovDec";
const form = /^(\d\d)\/([A-Z][a-z]{2})\/(\d{4}):(\d\d):(\d\d):(\d\d) ([+-]\d{4})$/u;

/** Like `parseClfTime`, but remembers the last result, since lines from the same second are adjacent. */
export function createReadClfTime(): (text: string) => number {
  let known = "";
  let knownMs = Number.NaN;
  return (text) => {
    if (text === known) return knownMs;
    known = text;
    knownMs = parseClfTime(text);
    return knownMs;
  };
}

/** Parses `10/Oct/2000:13:55:36 -0700` to milliseconds since 1970; NaN for anything else. */
export function parseClfTime(text: string): number {
  const parts = form.exec(text);
  if (parts === null) return Number.NaN;
  const [, day, name = "", year, hour, minute, second, offset = "+0000"] = parts;
  const at = months.indexOf(name);
  if (at === -1 || at % 3 !== 0) return Number.NaN;
  const [d, h, m, s] = [Number(day), Number(hour), Number(minute), Number(second)];
  const dayMs = Date.UTC(Number(year), at / 3, d);
  // `Date.UTC` moves a nonexistent 31st to the next month.
  if (new Date(dayMs).getUTCDate() !== d || h > 23 || m > 59 || s > 60) return Number.NaN;
  return dayMs + ((h * 60 + m) * 60 + s) * 1000 - offsetMs(offset);
}
