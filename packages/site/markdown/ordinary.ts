import { limits } from "../limits.ts";

/**
 * Whether a text (as UTF-8) may be given to the native parser in this process. That parser recurses on nested
 * expressions until the stack overflows, which no JavaScript can catch, and needs quadratic time on some runs of
 * marks. A short text, or one of ordinary length with few marks, can do neither (measured with a 4 MB stack, half of
 * the main thread's: `ordinary.test.ts` has the constructs). The rest is parsed in a process of its own. One pass;
 * a wrong "no" costs only time.
 */
export function isOrdinary(text: Uint8Array): boolean {
  if (text.length <= limits.shortTextBytes) return true;
  if (text.length > limits.parseHereBytesMax) return false;
  let marks = 0;
  let previous = 0;
  for (let i = 0; i < text.length; i++) {
    const kind = kindOf[text[i] ?? 0] ?? 0;
    // Without branches, which cost more than the arithmetic: this looks at every byte of every page.
    marks += (kind & nesting) + ((kind >> 2) & (previous >> 1));
    previous = kind;
  }
  return marks <= limits.parseHereMarksMax;
}

/** `- `, `* `, `1. ` and `1) ` nest on one line: a space makes a list marker of what stands before it. */
const nesting = 1;
const listMark = 2;
const space = 4;
const kindOf = new Uint8Array(256);
for (const mark of "([{<>!~?=+`") kindOf[mark.charCodeAt(0)] = nesting;
for (const mark of "-*.)") kindOf[mark.charCodeAt(0)] = listMark;
kindOf[0x20] = space;
