import { type Found, flat } from "./active-part.ts";

/** Link definitions that are used as comments: `[//]: # (…)`. */
const definition =
  /^\[(?:\/\/|comment|[^\]\n]{0,30})\]:[ \t]*(?:#|<>)[ \t]*(?:\([^)\n]*\)|"[^"\n]*"|'[^'\n]*')/gmu;

/** Finds content that readers do not see. Expects text without code. `raw` is the original text. */
export function partsOfComments(text: string, raw: string, start: number): Found[] {
  const found: Found[] = [];
  const add = (at: number, end: number) =>
    found.push({ kind: "comment", name: "comment", text: flat(raw.slice(at, end)), at });
  for (let at = text.indexOf("<!--", start); at >= 0; ) {
    const close = text.indexOf("-->", at + 4);
    const end = close < 0 ? text.length : close + 3;
    add(at, end);
    at = text.indexOf("<!--", end);
  }
  for (const { 0: whole, index } of text.matchAll(definition))
    if (index >= start) add(index, index + whole.length);
  return found;
}
