/** A string of its own: what is cut out of a longer one, such as a log or a body, keeps that one in memory. */
export function ownString(text: string): string {
  return Buffer.from(text, "utf8").toString("utf8");
}
