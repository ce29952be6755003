import { areaOf, isTest, type Problem, type Source } from "./source.ts";

interface Edge {
  readonly from: string;
  readonly to: string;
  /** The file and line of the import. */
  readonly path: string;
  readonly line: number;
}

/**
 * Finds the cycles between files and between areas, each once, shortest first. Importing a type counts: files that need
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

/** Repeatedly finds the shortest cycle and removes the import that closes it, until no cycle is left. */
function findCycles(edges: readonly Edge[]): Problem[] {
  const cycle = findShortest(onCycles(edges));
  const last = cycle?.at(-1);
  if (cycle === null || last === undefined) return [];
  const names = [last, ...cycle].map(({ to }) => to).join(" → ");
  const message = `Import cycle (types count): ${names}. Declare a type beside the code that needs it, or in the file whose subject it is.`;
  const rest = edges.filter(({ from, to }) => from !== last.from || to !== last.to);
  return [{ path: last.path, line: last.line, rule: "cycle", message }, ...findCycles(rest)];
}

/**
 * Removes edges from nodes without incoming edges and to nodes without outgoing edges. Nothing is left if there is no
 * cycle.
 */
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

/** Finds the shortest path by breadth-first search, or returns null if there is none. */
function findWay(
  outgoing: ReadonlyMap<string, readonly Edge[]>,
  { from, to }: { from: string; to: string },
): readonly Edge[] | null {
  const paths = (outgoing.get(from) ?? []).map((edge) => [edge]);
  const reached = new Set<string>();
  for (const path of paths) {
    const at = path.at(-1)?.to ?? from;
    if (at === to) return path;
    if (reached.has(at)) continue;
    reached.add(at);
    for (const edge of outgoing.get(at) ?? []) paths.push([...path, edge]);
  }
  return null;
}
