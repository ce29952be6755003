/**
 * Shortens a unified diff in which several files have the same change: each change is shown once, followed by the other
 * places where it was made. Two hunks are the same if they add and remove the same lines, whatever is around them.
 */
export function foldHunks(diff: string): string {
  const files = diff.split(/(?=^diff --git )/mu).filter((part) => part !== "");
  const shown: { text: string; same: string[] }[] = [];
  const known = new Map<string, { text: string; same: string[] }>();
  for (const file of files) {
    const [head = "", ...hunks] = file.split(/(?=^@@ )/mu);
    const path =
      /^\+\+\+ "?b\/(.*?)"?\t?$/mu.exec(head)?.[1] ?? /^--- "?a\/(.*?)"?\t?$/mu.exec(head)?.[1] ?? "";
    const own = { text: "", same: [] };
    const fresh = hunks.filter((hunk) => {
      const first = known.get(changeOf(hunk));
      if (first === undefined) return true;
      first.same.push(`${path}:${/\+(\d+)/u.exec(hunk)?.[1] ?? ""}`);
      return false;
    });
    // A file that was created, removed or renamed keeps its head.
    if (fresh.length > 0 || hunks.length === 0 || !isPlain(head)) shown.push({ ...own, text: head });
    for (const hunk of fresh) {
      const part = { text: hunk, same: [] };
      shown.push(part);
      known.set(changeOf(hunk), part);
    }
  }
  return shown.map(({ text, same }) => text + sameText(same)).join("");
}

function changeOf(hunk: string): string {
  return hunk
    .split("\n")
    .slice(1)
    .filter((line) => /^[-+]/u.test(line))
    .join("\n");
}

function isPlain(head: string): boolean {
  return !/^(?:new file|deleted file|rename|similarity|old mode)/mu.test(head);
}

function sameText(same: readonly string[]): string {
  return same.length === 0 ? "" : `[The same change: ${same.join(", ")}]\n`;
}
