/** Parses gitignore patterns. Returns a function that tests whether a path below the file's folder is ignored. */
export function parseIgnoreFile(text: string): (path: string) => boolean {
  const patterns = text.split(/\r?\n/).slice(0, patternsMax).flatMap(parsePattern);
  if (patterns.length === 0) return () => false;
  return (path) => {
    const segments = path.split("/");
    let ignored = false;
    for (const pattern of patterns) if (matches(pattern, segments)) ignored = !pattern.negated;
    return ignored;
  };
}

const patternsMax = 1000;

interface Pattern {
  readonly negated: boolean;
  /** Matches only folders, and therefore everything in them. */
  readonly foldersOnly: boolean;
  /** `**` matches any number of segments. */
  readonly segments: readonly string[];
}

function parsePattern(line: string): Pattern[] {
  const trimmed = line.replace(/(?<!\\)\s+$/, "");
  if (trimmed === "" || trimmed.startsWith("#")) return [];
  const negated = trimmed.startsWith("!");
  const body = (negated ? trimmed.slice(1) : trimmed).replace(/^\\/, "");
  const foldersOnly = body.endsWith("/");
  const path = foldersOnly ? body.slice(0, -1) : body;
  // A pattern without a slash, except at its end, matches at any depth.
  const anchored = path.includes("/");
  const segments = (anchored ? path.replace(/^\//, "") : `**/${path}`)
    .split("/")
    .filter((segment) => segment !== "");
  return segments.length === 0 ? [] : [{ negated, foldersOnly, segments }];
}

/** Whether the pattern matches the path or one of its folders. */
function matches(pattern: Pattern, path: readonly string[]): boolean {
  // The pattern positions that can be reached after each path segment. Takes time proportional to the product of both
  // lengths.
  let reached = closure(pattern.segments, new Set([0]));
  for (const [index, segment] of path.entries()) {
    const next = new Set<number>();
    for (const at of reached) {
      const wanted = pattern.segments[at];
      if (wanted === undefined) continue;
      if (wanted === "**") next.add(at);
      if (wanted !== "**" && matchesSegment(wanted, segment)) next.add(at + 1);
    }
    reached = closure(pattern.segments, next);
    const isFile = index === path.length - 1;
    if (reached.has(pattern.segments.length) && !(isFile && pattern.foldersOnly)) return true;
  }
  return false;
}

/** `**` also matches zero segments, except at the end of a pattern. */
function closure(segments: readonly string[], positions: Set<number>): Set<number> {
  for (const at of positions) if (segments[at] === "**" && at + 1 < segments.length) positions.add(at + 1);
  if (segments.at(-1) === "**" && positions.has(segments.length - 1)) positions.add(segments.length);
  return positions;
}

/** Matches `*` and `?` in one segment, greedily. Takes quadratic time in the length of a file name at worst. */
export function matchesSegment(pattern: string, name: string): boolean {
  let p = 0;
  let n = 0;
  let star = -1;
  let resume = 0;
  while (n < name.length) {
    if (p < pattern.length && (pattern[p] === "?" || (pattern[p] === name[n] && pattern[p] !== "*"))) {
      p++;
      n++;
    } else if (pattern[p] === "*") {
      star = p++;
      resume = n;
    } else if (star >= 0) {
      p = star + 1;
      n = ++resume;
    } else return false;
  }
  while (pattern[p] === "*") p++;
  return p === pattern.length;
}
