/** Formats a command for pasting into a POSIX shell, quoting words if needed. */
export function shellWords(words: readonly string[]): string {
  return words.map(quoted).join(" ");
}

function quoted(word: string): string {
  return /^[A-Za-z0-9_/.:=@%+,-]+$/u.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
