import { hunkHeader, linesOf } from "./read-lines.ts";

/** One line of a file's diff. */
export interface DiffLine {
  readonly kind: "context" | "added" | "deleted" | "hunk" | "note";
  readonly before: number | null;
  readonly after: number | null;
  readonly text: string;
}

export interface FileDiff {
  readonly path: string;
  readonly previousPath: string | null;
  readonly status: "added" | "deleted" | "modified" | "renamed";
  readonly isBinary: boolean;
  readonly additions: number;
  readonly deletions: number;
  /** Contains only the lines within the bounds; `lineCount` counts all lines. */
  readonly lines: readonly DiffLine[];
  readonly lineCount: number;
}

export interface Diff {
  readonly files: readonly FileDiff[];
  /** The text after the last file, which says that the diff was truncated. */
  readonly remark: string | null;
}

export interface DiffBounds {
  readonly fileLinesMax: number;
  readonly linesMax: number;
  /** Longer lines are truncated. */
  readonly lineCharsMax: number;
}

type Building = { -readonly [Field in keyof Omit<FileDiff, "lines">]: FileDiff[Field] } & {
  lines: DiffLine[];
};

/**
 * Parses git's unified diff. Counts lines according to the hunk headers, so that nothing in a file's content can be
 * mistaken for a header. Skips text that is not part of a diff, and never throws. Takes time linear in the text;
 * `bounds` limits the memory.
 */
export function parseDiff(text: string, bounds: DiffBounds): Diff {
  const files: Building[] = [];
  let file: Building | undefined;
  let kept = 0;
  let [before, after, beforeLeft, afterLeft] = [0, 0, 0, 0];
  let remark: string | null = null;

  const add = (line: DiffLine) => {
    if (file === undefined) return;
    file.lineCount++;
    if (file.lines.length >= bounds.fileLinesMax || kept >= bounds.linesMax) return;
    kept++;
    const isLong = line.text.length > bounds.lineCharsMax;
    file.lines.push(isLong ? { ...line, text: `${line.text.slice(0, bounds.lineCharsMax)}…` } : line);
  };

  for (const line of linesOf(text)) {
    const sign = line[0];
    if (file !== undefined && (beforeLeft > 0 || afterLeft > 0)) {
      const content = line.slice(1);
      if (sign === "+") {
        file.additions++;
        afterLeft--;
        add({ kind: "added", before: null, after: after++, text: content });
        continue;
      }
      if (sign === "-") {
        file.deletions++;
        beforeLeft--;
        add({ kind: "deleted", before: before++, after: null, text: content });
        continue;
      }
      if (sign === " " || line === "") {
        beforeLeft--;
        afterLeft--;
        add({ kind: "context", before: before++, after: after++, text: content });
        continue;
      }
      if (sign !== "\\") [beforeLeft, afterLeft] = [0, 0];
    }
    if (sign === "\\") {
      add({ kind: "note", before: null, after: null, text: line.slice(2) });
      continue;
    }
    const hunk = hunkHeader.exec(line);
    if (hunk !== null) {
      [before, after] = [Number(hunk[1]), Number(hunk[3])];
      [beforeLeft, afterLeft] = [Number(hunk[2] ?? 1), Number(hunk[4] ?? 1)];
      add({ kind: "hunk", before: null, after: null, text: line });
    } else if (line.startsWith("diff --git ")) {
      file = begin(line);
      files.push(file);
    } else if (file !== undefined && file.lineCount === 0) readHeader(file, line);
    else if (line !== "") remark = line;
  }
  return { files, remark };
}

function begin(line: string): Building {
  // This line can be split into its two names only if they are the same. If they differ, the following lines contain
  // them.
  const names = line.slice("diff --git ".length);
  const half = (names.length - 1) / 2;
  const path = unquote(names.slice(half + 1)).replace(/^b\//u, "");
  return {
    path,
    previousPath: null,
    status: "modified",
    isBinary: false,
    additions: 0,
    deletions: 0,
    lines: [],
    lineCount: 0,
  };
}

function readHeader(file: Building, line: string): void {
  const rest = (start: string) => (line.startsWith(start) ? unquote(line.slice(start.length)) : null);
  const renamedFrom = rest("rename from ");
  const renamedTo = rest("rename to ");
  const deleted = rest("--- ")?.replace(/^a\//u, "");
  const added = rest("+++ ")?.replace(/^b\//u, "");
  if (renamedFrom !== null) [file.previousPath, file.status] = [renamedFrom, "renamed"];
  else if (renamedTo !== null) file.path = renamedTo;
  else if (line.startsWith("new file mode ")) file.status = "added";
  else if (line.startsWith("deleted file mode ")) file.status = "deleted";
  else if (line.startsWith("Binary files ") || line === "GIT binary patch") file.isBinary = true;
  else if (deleted !== undefined && deleted !== "/dev/null" && file.status === "deleted") file.path = deleted;
  else if (added !== undefined && added !== "/dev/null") file.path = added;
}

const escapes: Readonly<Record<string, number>> = { a: 7, b: 8, t: 9, n: 10, v: 11, f: 12, r: 13 };

/** Decodes a path as git writes it: paths with special characters are C-quoted, with bytes in octal. */
function unquote(text: string): string {
  // git appends a tab to names that contain a space.
  if (!text.startsWith('"')) return text.replace(/\t$/u, "");
  const bytes: number[] = [];
  const quoted = Buffer.from(text.slice(1, text.lastIndexOf('"')));
  for (let index = 0; index < quoted.length; index++) {
    const byte = quoted[index] ?? 0;
    if (byte !== 0x5c) {
      bytes.push(byte);
      continue;
    }
    const octal = /^[0-7]{3}/u.exec(quoted.toString("latin1", index + 1, index + 4))?.[0];
    if (octal !== undefined) {
      bytes.push(Number.parseInt(octal, 8) & 0xff);
      index += 3;
    } else {
      const char = quoted[++index] ?? 0;
      bytes.push(escapes[String.fromCharCode(char)] ?? char);
    }
  }
  return Buffer.from(bytes).toString();
}
