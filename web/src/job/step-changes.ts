import type { WireLine } from "../../../src/http/wire/changes.ts";

/** What one step of a turn changed. */
export interface StepChanges {
  readonly files: readonly StepFile[];
  /** Counts all files, even those not listed. */
  readonly fileCount: number;
  /** The number of changed lines; null if the event leaves out files, or the lines of a file. */
  readonly lineCounts: { readonly additions: number; readonly deletions: number } | null;
}

export interface StepFile {
  readonly path: string;
  readonly status: "added" | "modified" | "deleted";
  /** Empty if the event leaves them out. */
  readonly lines: readonly WireLine[];
}

interface Hunk {
  readonly before: number;
  readonly after: number;
  readonly lines: readonly string[];
}

interface Sent {
  readonly files: readonly { path: string; status: StepFile["status"]; hunks: readonly Hunk[] }[];
  readonly fileCount: number;
}

/** The timeline is built again whenever the page changes, but the lines of a step stay the same. */
const parsed = new WeakMap<object, StepChanges>();

/** Numbers the lines of a step's changes. Earlier versions of the service didn't send them. */
export function parseStepChanges(data: unknown): StepChanges | null {
  if (typeof data !== "object" || data === null) return null;
  const changes = parsed.get(data) ?? parse(data as Sent);
  parsed.set(data, changes);
  return changes;
}

function parse({ files: sent, fileCount }: Sent): StepChanges {
  const files = sent.map(({ path, status, hunks }) => ({ path, status, lines: hunks.flatMap(linesOf) }));
  const count = (kind: WireLine["kind"]) =>
    files.reduce((sum, { lines }) => sum + lines.filter((line) => line.kind === kind).length, 0);
  const isComplete = files.length === fileCount && files.every(({ lines }) => lines.length > 0);
  const lineCounts = isComplete ? { additions: count("added"), deletions: count("deleted") } : null;
  return { files, fileCount, lineCounts };
}

function linesOf(hunk: Hunk): readonly WireLine[] {
  let { before, after } = hunk;
  const header = {
    kind: "hunk",
    before: null,
    after: null,
    text: `Line ${Math.max(1, hunk.after)}`,
  } as const;
  return [
    header,
    ...hunk.lines.map((line): WireLine => {
      const text = line.slice(1);
      if (line.startsWith("+")) return { kind: "added", before: null, after: after++, text };
      if (line.startsWith("-")) return { kind: "deleted", before: before++, after: null, text };
      if (line.startsWith("\\")) return { kind: "note", before: null, after: null, text: text.trim() };
      return { kind: "context", before: before++, after: after++, text };
    }),
  ];
}
