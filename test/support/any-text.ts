import fc from "fast-check";

/** Halves of surrogate pairs: code points that are not characters. */
const halves = { first: 0xd800, count: 0x800 };

/**
 * Any Unicode character, assigned or not. fast-check's own `unit: "binary"` is equivalent, but builds a table of all
 * 1,112,064 characters on first use, which takes a second in every process.
 */
export const anyCharacter: fc.Arbitrary<string> = fc.nat(0x10ffff - halves.count).map(
  (index) => String.fromCodePoint(index < halves.first ? index : index + halves.count),
  (character) => {
    const [only, ...more] = typeof character === "string" ? Array.from(character) : [];
    const codePoint = only?.codePointAt(0);
    if (codePoint === undefined || more.length > 0 || !only?.isWellFormed())
      throw new Error("Not one character.");
    return codePoint < halves.first ? codePoint : codePoint - halves.count;
  },
);

/** Text that consists of any characters. Lengths are in characters, and are short by default. */
export function anyText(length: { readonly maxLength?: number } = {}): fc.Arbitrary<string> {
  return fc.string({ ...length, unit: anyCharacter });
}
