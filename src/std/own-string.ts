/** Copies a string. A slice of a longer one, such as a log or a body, would keep that one in memory. */
export function ownString(text: string): string {
  return Buffer.from(text, "utf8").toString("utf8");
}
