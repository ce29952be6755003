import { offsetMs } from "../../parse-time.ts";

const months = "JanFebMarAprMayJunJulAugSepOctNovDec";
const form = /^(\d\d)\/([A-Z][a-z]{2})\/(\d{4}):(\d\d):(\d\d):(\d\d) ([+-]\d{4})$/u;

/** As `parseClfTime`, and remembers the last one: lines of one second follow each other. */
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

/** Milliseconds since 1970 of `10/Oct/2000:13:55:36 -0700`; NaN for anything else. */
export function parseClfTime(text: string): number {
  const parts = form.exec(text);
  if (parts === null) return Number.NaN;
  const [, day, name = "", year, hour, minute, second, offset = "+0000"] = parts;
  const at = months.indexOf(name);
  if (at === -1 || at % 3 !== 0) return Number.NaN;
  const [d, h, m, s] = [Number(day), Number(hour), Number(minute), Number(second)];
  const dayMs = Date.UTC(Number(year), at / 3, d);
  // The 31st of a month that has none would be of the next one.
  if (new Date(dayMs).getUTCDate() !== d || h > 23 || m > 59 || s > 60) return Number.NaN;
  return dayMs + ((h * 60 + m) * 60 + s) * 1000 - offsetMs(offset);
}
