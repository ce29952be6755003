/**
 * Returns the offset after each run of backticks that opens inline code. Runs are paired as in Python-Markdown: within
 * consecutive non-blank lines, regardless of lists and quotes. Takes linear time.
 */
export function backtickSpans(text: string): ReadonlySet<number> {
  const starts = new Set<number>();
  let at = 0;
  for (const block of text.split(/(?<=\n)(?=[ \t]*\r?\n)/u)) {
    const runs = [...block.matchAll(/`+/gu)].filter(({ index }) => !isEscaped(block, index));
    const later = new Map<number, number>();
    const partner = new Array<number>(runs.length).fill(-1);
    for (let i = runs.length - 1; i >= 0; i--) {
      const length = runs[i]?.[0].length ?? 0;
      partner[i] = later.get(length) ?? -1;
      later.set(length, i);
    }
    for (let i = 0; i < runs.length; i++) {
      const run = runs[i];
      const close = partner[i] ?? -1;
      if (run === undefined || close < 0) continue;
      starts.add(at + run.index + run[0].length);
      i = close;
    }
    at += block.length;
  }
  return starts;
}

function isEscaped(text: string, at: number): boolean {
  let slashes = 0;
  while (text[at - 1 - slashes] === "\\") slashes++;
  return slashes % 2 === 1;
}
