/**
 * Restores a field that a server escaped. Decodes `\x22` (nginx, for each byte) and `\"`, `\\`, `\t`, `\n` and `\r`
 * (Apache), but no other escapes.
 */
export function unescapeField(text: string): string {
  if (!text.includes("\\")) return text;
  return text
    .replace(/(?:\\x[0-9A-Fa-f]{2})+/gu, (run) =>
      Buffer.from(run.replaceAll("\\x", ""), "hex").toString("utf8"),
    )
    .replace(/\\(["\\tnr])/gu, (_, char: string) => plain[char] ?? char);
}

const plain: Readonly<Record<string, string>> = { t: "\t", n: "\n", r: "\r" };
