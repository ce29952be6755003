/** How many alternatives `{a,b}` may expand to; what lies beyond is refused rather than matched slowly. */
const alternativesMax = 256;

/**
 * A matcher for paths with `/`: `*` and `?` stay within a segment, a segment `**` stands for any number of them,
 * `{a,b}` for either. Letter case counts. A pattern without any of these is a path: it matches itself and, where it
 * names a folder, everything below. Takes time linear in the path for each wildcard. Throws a RangeError where
 * braces expand beyond bounds.
 */
export function createGlob(pattern: string): (path: string) => boolean {
  const trimmed = pattern.replace(/^(?:\.?\/)+/u, "").replace(/\/+$/u, "");
  if (trimmed === "" || trimmed === ".") return () => true;
  if (!/[*?{]/u.test(trimmed)) {
    return (path) => path === trimmed || path.startsWith(`${trimmed}/`);
  }
  const alternatives = expandBraces(trimmed).map((one) => one.split("/"));
  return (path) => {
    const segments = path.split("/");
    return alternatives.some((alternative) => matchSegments(alternative, segments));
  };
}

/** The patterns without braces that one stands for. Throws a RangeError beyond `alternativesMax`. */
export function expandBraces(pattern: string): string[] {
  const done: string[] = [];
  const open = [pattern];
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    const braces = innermostBraces(one);
    if (braces === null) done.push(one);
    else for (const option of braces.options) open.push(braces.before + option + braces.after);
    if (open.length + done.length > alternativesMax) {
      throw new RangeError(`the braces of ${pattern} stand for more than ${alternativesMax} patterns`);
    }
  }
  return done;
}

function innermostBraces(pattern: string): { before: string; options: string[]; after: string } | null {
  const end = pattern.indexOf("}");
  const start = pattern.lastIndexOf("{", end);
  if (end === -1 || start === -1) return null;
  const options = pattern.slice(start + 1, end).split(",");
  return { before: pattern.slice(0, start), options, after: pattern.slice(end + 1) };
}

function matchSegments(pattern: readonly string[], segments: readonly string[]): boolean {
  return matchSequence(
    pattern,
    segments,
    (one) => one === "**",
    (one, segment) => matchSequence([...one], [...segment], isStar, matchCharacter),
  );
}

function isStar(character: string): boolean {
  return character === "*";
}

function matchCharacter(pattern: string, character: string): boolean {
  return pattern === "?" || pattern === character;
}

/** Greedy with one step back: where a later wildcard is reached, an earlier one need not be tried again. */
function matchSequence(
  pattern: readonly string[],
  items: readonly string[],
  isWild: (one: string) => boolean,
  matches: (one: string, item: string) => boolean,
): boolean {
  let at = 0;
  let wild = -1;
  let retry = 0;
  for (let index = 0; index < items.length; ) {
    const one = pattern[at];
    const item = items[index] ?? "";
    if (one !== undefined && isWild(one)) {
      wild = at++;
      retry = index;
    } else if (one !== undefined && matches(one, item)) {
      at++;
      index++;
    } else if (wild !== -1) {
      at = wild + 1;
      index = ++retry;
    } else {
      return false;
    }
  }
  while (at < pattern.length && isWild(pattern[at] ?? "")) at++;
  return at === pattern.length;
}
