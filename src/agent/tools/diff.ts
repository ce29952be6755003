import { z } from "zod";
import { limits } from "../../limits.ts";
import { pathInput } from "./input.ts";
import { counted } from "./text.ts";
import type { Tool } from "./tool.ts";
import { ToolError } from "./tool-error.ts";

export const diffInput = z.strictObject({
  path: pathInput
    .optional()
    .describe("Only this file. Left out: a summary of all, and as much of the diff as fits."),
});

export interface DiffData {
  /** Every changed file, sorted by path. */
  readonly files: readonly DiffFile[];
}

export interface DiffFile {
  readonly path: string;
  readonly status: "added" | "modified" | "removed";
  readonly addedLines: number;
  readonly removedLines: number;
}

export const diffTool: Tool<z.infer<typeof diffInput>, DiffData> = {
  name: "diff",
  description:
    "Shows what was changed so far against the base: every changed file with its count of lines, then the unified " +
    "diff, of one file or of all as far as it fits. Use it to look over your work before you finish.",
  input: diffInput,
  howToGetMore: "Give a path to see one file's part.",
  async run({ path }, { workspace }) {
    const whole = await workspace.diff({ bytesMax: limits.jobs.diffBytesMax });
    const parts = splitDiff(whole);
    const changes = workspace.changes();
    const files = changes.map((change): DiffFile => {
      const { addedLines, removedLines } = countLines(parts.get(change.path) ?? "");
      const status = change.after === null ? "removed" : change.before === null ? "added" : "modified";
      return { path: change.path, status, addedLines, removedLines };
    });
    if (path !== undefined && !files.some((file) => file.path === path)) {
      throw new ToolError(
        `${path} was not changed. Changed: ${
          files
            .map((file) => file.path)
            .slice(0, 50)
            .join(", ") || "nothing"
        }.`,
      );
    }
    if (files.length === 0) return { text: "Nothing was changed.", data: { files } };
    const shown = path === undefined ? whole : (parts.get(path) ?? "");
    const list =
      path === undefined ? [`${counted(files.length, "file")} changed:`, ...files.map(fileText), ""] : [];
    return { text: [...list, shown.trimEnd()].join("\n"), data: { files } };
  },
};

function fileText({ path, status, addedLines, removedLines }: DiffFile): string {
  return `- ${path} (${status}, +${addedLines} −${removedLines})`;
}

/** The parts of a unified diff by the path of the file after the change, or before it where that is gone. */
function splitDiff(diff: string): Map<string, string> {
  const parts = new Map<string, string>();
  const starts = [...diff.matchAll(/^diff --git /gmu)].map(({ index }) => index);
  starts.forEach((start, index) => {
    const part = diff.slice(start, starts[index + 1] ?? diff.length);
    for (const path of pathsOf(part)) if (!parts.has(path)) parts.set(path, part);
  });
  return parts;
}

function pathsOf(part: string): string[] {
  const head = part.split(/^@@ /mu, 1)[0] ?? "";
  const named = [...head.matchAll(/^(?:---|\+\+\+) ("?)[ab]\/(.*?)\1\t?$/gmu)].map((match) => match[2] ?? "");
  // A file without lines, or a binary one, is named in the first line only.
  const first = /^diff --git a\/(.+) b\/\1$/mu.exec(head)?.[1];
  return [...named.reverse(), ...(first === undefined ? [] : [first])];
}

function countLines(part: string): { addedLines: number; removedLines: number } {
  let addedLines = 0;
  let removedLines = 0;
  let inHunk = false;
  for (const line of part.split("\n")) {
    if (line.startsWith("@@ ")) inHunk = true;
    else if (inHunk && line.startsWith("+")) addedLines++;
    else if (inHunk && line.startsWith("-")) removedLines++;
  }
  return { addedLines, removedLines };
}
