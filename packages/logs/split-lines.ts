import { limits } from "./limits.ts";

const { lineBytesMax } = limits;

/** Splits text that arrives in pieces. Holds at most one entry in memory. */
export interface Splitter {
  push(text: string): void;
  end(): void;
}

/** Called with each line; null for a line of more than `limits.lineBytesMax` bytes, which is discarded. */
export type TakeLine = (line: string | null) => void;

/** Splits at line feeds, and removes a carriage return that precedes one. */
export function createLineSplitter(take: TakeLine): Splitter {
  let rest = "";
  let isSkipping = false;
  const finish = (line: string) => {
    if (isSkipping) isSkipping = false;
    else take(isTooLong(line) ? null : line.endsWith("\r") ? line.slice(0, -1) : line);
  };
  return {
    push(text) {
      let from = 0;
      for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", from)) {
        const line = text.slice(from, at);
        finish(rest === "" ? line : rest + line);
        rest = "";
        from = at + 1;
      }
      if (isSkipping) return;
      rest += text.slice(from);
      // A line has at least one byte per character, so this one is certainly too long.
      if (rest.length <= lineBytesMax) return;
      take(null);
      rest = "";
      isSkipping = true;
    },
    end() {
      if (rest !== "") finish(rest);
    },
  };
}

/** Splits a JSON array, as sent by log drains, into its objects. Anything else is skipped. */
export function createArraySplitter(take: TakeLine): Splitter {
  let entry = "";
  let depth = 0;
  let isInString = false;
  let isEscaped = false;
  let isTooMuch = false;
  return {
    push(text) {
      let from = depth > 0 ? 0 : -1;
      for (let at = 0; at < text.length; at++) {
        const char = text.charCodeAt(at);
        if (isInString) {
          if (isEscaped) isEscaped = false;
          else if (char === backslash) isEscaped = true;
          else if (char === quote) isInString = false;
        } else if (char === quote) isInString = depth > 0;
        else if (char === open && depth++ === 0) from = at;
        else if (char === close && depth > 0 && --depth === 0) {
          const whole = entry + text.slice(from, at + 1);
          take(isTooMuch || isTooLong(whole) ? null : whole);
          [entry, isTooMuch, from] = ["", false, -1];
        }
      }
      if (from === -1 || isTooMuch) return;
      entry += text.slice(from);
      if (entry.length > lineBytesMax) [entry, isTooMuch] = ["", true];
    },
    end() {
      if (depth > 0) take(isTooMuch ? null : entry);
    },
  };
}

const [quote, backslash, open, close] = [0x22, 0x5c, 0x7b, 0x7d];

function isTooLong(line: string): boolean {
  // A character takes at most three bytes in UTF-8 for each of its UTF-16 units.
  return line.length * 3 > lineBytesMax && Buffer.byteLength(line) > lineBytesMax;
}
