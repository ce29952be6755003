import { areaOf, isTest, type Problem, type Source } from "./source.ts";

interface Edge {
  readonly from: string;
  readonly to: string;
  /** The file and line that make it. */
  readonly path: string;
  readonly line: number;
}

/**
 * Cycles between files and between areas, each once, the shortest first. An import of a type counts: files that need
 * each other's types can only be read, moved and changed together.
 */
export function checkCycles(sources: readonly Source[]): Problem[] {
  const files = sources.flatMap(({ path, imports }) =>
    imports.flatMap(({ path: to, line }): Edge[] => (to === null ? [] : [{ from: path, to, path, line }])),
  );
  const areas = files.flatMap(({ path, to: other, line }): Edge[] => {
    const [from, to] = [areaOf(path), areaOf(other)];
    return from === null || to === null || from === to || isTest(path) ? [] : [{ from, to, path, line }];
  });
  return [...findCycles(files), ...findCycles(areas)];
}

/** The shortest cycle, then the shortest without the import that closed that one, until none is left. */
function findCycles(edges: readonly Edge[]): Problem[] {
  const cycle = findShortest(onCycles(edges));
  const last = cycle?.at(-1);
  if (cycle === null || last === undefined) return [];
  const names = [last, ...cycle].map(({ to }) => to).join(" → ");
  const message = `Import cycle (types count): ${names}. Declare a type beside the code that needs it, or in the file whose subject it is.`;
  const rest = edges.filter(({ from, to }) => from !== last.from || to !== last.to);
  return [{ path: last.path, line: last.line, rule: "cycle", message }, ...findCycles(rest)];
}

/** Without the edges from where nothing leads, and to where nothing leads on: none is left where there is no cycle. */
function onCycles(edges: readonly Edge[]): readonly Edge[] {
  const importers = new Set(edges.map(({ from }) => from));
  const imported = new Set(edges.map(({ to }) => to));
  const left = edges.filter(({ from, to }) => imported.has(from) && importers.has(to));
  return left.length === edges.length ? left : onCycles(left);
}

function findShortest(edges: readonly Edge[]): readonly Edge[] | null {
  const outgoing = Map.groupBy(edges, ({ from }) => from);
  const cycles = [...outgoing.keys()].flatMap((node) => {
    const cycle = findWay(outgoing, { from: node, to: node });
    return cycle === null ? [] : [cycle];
  });
  return cycles.toSorted((a, b) => a.length - b.length)[0] ?? null;
}

/** The shortest way, breadth first; null for none. */
function findWay(
  outgoing: ReadonlyMap<string, readonly Edge[]>,
  { from, to }: { from: string; to: string },
): readonly Edge[] | null {
  const ways = (outgoing.get(from) ?? []).map((edge) => [edge]);
  const reached = new Set<string>();
  for (const way of ways) {
    const at = way.at(-1)?.to ?? from;
    if (at === to) return way;
    if (reached.has(at)) continue;
    reached.add(at);
    for (const edge of outgoing.get(at) ?? []) ways.push([...way, edge]);
  }
  return null;
}
