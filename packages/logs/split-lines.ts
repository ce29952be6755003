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
  return createObjectSplitter(take, { startsAtLine: false });
}

/**
 * Splits text that begins with a JSON object: into lines, or into objects if the first one continues on the next line, as
 * printed by `jq`.
 */
export function createJsonSplitter(take: TakeLine): Splitter {
  let head = "";
  let hasBegun = false;
  let splitter: Splitter | null = null;
  const decide = (firstLine: string) => {
    const continues = /[{[,]\s*$/u.test(firstLine.slice(-lineEndChars));
    splitter = continues ? createObjectSplitter(take, { startsAtLine: true }) : createLineSplitter(take);
    splitter.push(head);
    head = "";
  };
  return {
    push(text) {
      if (splitter !== null) return splitter.push(text);
      // Only new text is searched, so that the time is linear. Empty lines may precede the object.
      const from = hasBegun ? 0 : text.indexOf("{");
      hasBegun = from !== -1;
      const end = hasBegun ? text.indexOf("\n", from) : -1;
      if (end !== -1) {
        const firstLine = head + text.slice(0, end);
        head += text;
        return decide(firstLine);
      }
      head += text;
      if (head.length > lineBytesMax) decide("");
    },
    end() {
      if (splitter === null && head !== "") decide("");
      splitter?.end();
    },
  };
}

/** Enough for a carriage return, and few enough that spaces at the end of a line take no time. */
const lineEndChars = 20;

/**
 * With `startsAtLine`, a brace at the beginning of a line always opens a new object, since nested ones are indented. So an
 * incomplete object doesn't affect the next one.
 */
function createObjectSplitter(take: TakeLine, { startsAtLine }: { startsAtLine: boolean }): Splitter {
  let entry = "";
  let depth = 0;
  let isInString = false;
  let isEscaped = false;
  let isTooMuch = false;
  let isLineStart = false;
  return {
    push(text) {
      let from = depth > 0 ? 0 : -1;
      const finish = (to: number) => {
        const whole = entry + text.slice(from, to);
        take(isTooMuch || isTooLong(whole) ? null : whole);
        [entry, isTooMuch, from] = ["", false, -1];
      };
      for (let at = 0; at < text.length; at++) {
        const char = text.charCodeAt(at);
        if (startsAtLine && isLineStart && char === open && depth > 0) {
          finish(at);
          [depth, isInString, isEscaped] = [0, false, false];
        }
        isLineStart = char === lineFeed;
        if (isInString) {
          if (isEscaped) isEscaped = false;
          else if (char === backslash) isEscaped = true;
          else if (char === quote) isInString = false;
        } else if (char === quote) isInString = depth > 0;
        else if (char === open && depth++ === 0) from = at;
        else if (char === close && depth > 0 && --depth === 0) finish(at + 1);
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

const [quote, backslash, open, close, lineFeed] = [0x22, 0x5c, 0x7b, 0x7d, 0x0a];

function isTooLong(line: string): boolean {
  // A character takes at most three bytes in UTF-8 for each of its UTF-16 units.
  return line.length * 3 > lineBytesMax && Buffer.byteLength(line) > lineBytesMax;
}
