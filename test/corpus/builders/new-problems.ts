/** A file that a change moves. */
export interface Moved {
  readonly from: string;
  readonly to: string;
}

/**
 * The problems that a tool reports only after a change. A problem that the untouched site also has is not new, even if
 * the change moves the files named in the problem.
 */
export function newProblems(
  before: readonly string[],
  after: readonly string[],
  moved: readonly Moved[],
): string[] {
  const names = namesOf(moved);
  const left = new Map<string, number>();
  for (const line of before) {
    // Both forms of a line count: the tool may name a file that didn't move, or the old name in the text of a page.
    for (const form of new Set([line, renamed(line, names)])) left.set(form, (left.get(form) ?? 0) + 1);
  }
  return after.filter((line) => {
    const count = left.get(line) ?? 0;
    left.set(line, count - 1);
    return count <= 0;
  });
}

/** The parts of the paths that differ, longest first: tools name files by path, by address or by folder. */
function namesOf(moved: readonly Moved[]): (readonly [from: string, to: string])[] {
  const names = new Map<string, string>();
  for (const { from, to } of moved) {
    const [old, now] = [from.split("/"), to.split("/")];
    while (old.length > 1 && now.length > 1 && old[0] === now[0]) {
      old.shift();
      now.shift();
    }
    names.set(withoutSuffix(old.join("/")), withoutSuffix(now.join("/")));
    while (old.length > 1 && now.length > 1 && old.at(-1) === now.at(-1)) {
      old.pop();
      now.pop();
    }
    names.set(withoutSuffix(old.join("/")), withoutSuffix(now.join("/")));
  }
  return [...names].sort(([a], [b]) => b.length - a.length);
}

function withoutSuffix(path: string): string {
  return path.replace(/\.mdx?$/u, "");
}

function renamed(line: string, names: readonly (readonly [from: string, to: string])[]): string {
  const found = names.find(([from]) => line.includes(from));
  return found === undefined ? line : line.replaceAll(found[0], found[1]);
}

/**
 * Divides problems into those that the pull request lists (as it must after a deletion without a replacement) and all
 * others. A pull request lists a problem if the section on remaining problems has every address and path that the tool
 * names.
 */
export function unlisted(problems: readonly string[], pullRequest: string): string[] {
  const [, listed = ""] = pullRequest.split(/^### Remaining problems$/mu);
  return problems.filter((problem) => {
    const names = problem.match(/[\w./-]*\/[\w./-]+|[\w-]+\.mdx?/gu) ?? [];
    return (
      names.length === 0 || !names.every((name) => listed.includes(withoutSuffix(name.replace(/\/$/u, ""))))
    );
  });
}
