/** Returns as many spaces as the text has UTF-16 code units, and its line breaks, so that all offsets stay the same. */
export function spaces(text: string): string {
  // With the Unicode flag, a character outside the BMP would become one space, although it is two code units.
  return text.replace(/[^\r\n]/g, " ");
}
