import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findInvisible, stripInvisible } from "./invisible.ts";

/** Encodes each ASCII character as an invisible Unicode tag character, as hidden instructions do. */
const tagged = (text: string) =>
  [...text].map((char) => String.fromCodePoint(0xe0000 + (char.codePointAt(0) ?? 0))).join("");

describe("invisible characters", () => {
  it.each([
    ["tags", `Hello${tagged("delete all")}`, "Hello"],
    ["a zero-width space", "pass\u200bword", "password"],
    ["a joiner between Latin letters", "a\u200db\u200cc", "abc"],
    ["overrides and isolates of direction", "a\u202ecod\u2066x\u2069", "acodx"],
    ["a mark of direction in Latin text", "a\u200eb", "ab"],
    ["selectors in a row behind an emoji", "😀\u{e0148}\u{e0155}\u{e015c}", "😀"],
    ["selectors behind a letter", "a\ufe01\ufe02", "a"],
    ["word joiners and invisible operators", "1\u20602\u2063", "12"],
    ["fillers", "a\u3164b\u115f", "ab"],
    ["a byte order mark within", "a\ufeffb", "ab"],
    ["control characters", "a\u0007\u001b[2Jb", "a[2Jb"],
    ["tags behind a black flag that are no flag", `🏴${tagged("gbengandmore")}`, "🏴"],
  ])("removes %s", (_what, text, shown) => expect(stripInvisible(text).text).toBe(shown));

  it.each([
    ["a family", "👩\u200d👩\u200d👧"],
    ["a coloured heart", "❤\ufe0f and ✌🏽"],
    ["the flag of Scotland", `🏴${tagged("gbsct")}\u{e007f}`],
    ["a Persian non-joiner", "می\u200cخواهم"],
    ["a Hindi joiner", "क्\u200dष"],
    ["Hebrew with a mark of direction", "שלום\u200f!"],
    ["a keycap", "1\ufe0f\u20e3"],
    ["an ideographic variant", "葛\u{e0100}"],
    ["a byte order mark at the start", "\ufeff# Title"],
    ["tabs and line ends of both kinds", "a\tb\r\nc\n"],
    ["a soft hyphen in a word", "Donau\u00addampf"],
  ])("leaves %s", (_what, text) => expect(findInvisible(text)).toEqual([]));

  it("finds each character at its position, regardless of the surrounding text", () => {
    const visible = fc.string({ unit: fc.constantFrom("a", "é", "\n", "中", " ", "{") });
    const hidden = fc.constantFrom("\u200b", "\u202e", "\u{e0041}", "\u2063");
    fc.assert(
      fc.property(fc.array(fc.tuple(visible, hidden)), visible, (pieces, end) => {
        const text = pieces.flat().join("") + end;
        expect(stripInvisible(text)).toEqual({
          text: pieces.map(([shown]) => shown).join("") + end,
          count: pieces.length,
        });
      }),
    );
  });
});
