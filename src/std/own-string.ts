/**
 * Copies a string, because a slice of a longer string, such as a log or a body, keeps the whole longer string in
 * memory.
 */
export function ownString(text: string): string {
  return Buffer.from(text, "utf8").toString("utf8");
}
