import { limits } from "../limits.ts";
import type { ReadinessPageRule } from "./rule.ts";

const marker = ";base64,";

/** Images and fonts that a page contains as text. */
export const embeddedData: ReadinessPageRule = {
  reason:
    "Agents read encoded images as text, which takes up their context and may cut off the rest of the page.",
  title: (at, count) => `${at} contains ${count.toLocaleString("en-US")} characters of encoded data`,
  instruction: () => null,
  check(page) {
    const { text } = page;
    let [count, first] = [0, -1];
    for (let at = text.indexOf(marker); at >= 0; at = text.indexOf(marker, at)) {
      const start = at;
      at += marker.length;
      while (isBase64(text.charCodeAt(at))) at++;
      if (at - start < limits.embeddedCharsMin) continue;
      if (first < 0) first = start;
      count += at - start;
    }
    return first < 0 ? null : { count, line: page.lineAt(first) };
  },
};

const isBase64 = (code: number): boolean =>
  (code >= 97 && code <= 122) ||
  (code >= 65 && code <= 90) ||
  (code >= 47 && code <= 57) ||
  code === 43 ||
  code === 61;
