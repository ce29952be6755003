import { limits } from "../limits.ts";

/**
 * Whether text (as UTF-8) is safe for the native parser in this process. That parser recurses on nested expressions
 * until the stack overflows, which JavaScript cannot catch, and takes quadratic time on some runs of markup characters.
 * Neither can happen if the text is short, or of ordinary length with few markup characters (measured with a 4 MB
 * stack, half the size of the main thread's stack, on the constructs in `ordinary.test.ts`). Other text goes to the
 * parser process. Takes one pass. A false negative only costs time.
 */
export function isOrdinary(text: Uint8Array): boolean {
  if (text.length <= limits.shortTextBytes) return true;
  if (text.length > limits.parseHereBytesMax) return false;
  let marks = 0;
  let previous = 0;
  for (let i = 0; i < text.length; i++) {
    const kind = kindOf[text[i] ?? 0] ?? 0;
    // Branch-free, because this runs for every byte of every page and branches cost more than the arithmetic.
    marks += (kind & nesting) + ((kind >> 2) & (previous >> 1));
    previous = kind;
  }
  return marks <= limits.parseHereMarksMax;
}

/** `- `, `* `, `1. ` and `1) ` nest on one line: a following space makes the character a list marker. */
const nesting = 1;
const listMark = 2;
const space = 4;
const kindOf = new Uint8Array(256);
for (const mark of "([{<>!~?=+`_&") kindOf[mark.charCodeAt(0)] = nesting;
for (const mark of "-*.)") kindOf[mark.charCodeAt(0)] = listMark;
kindOf[0x20] = space;
