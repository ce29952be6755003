import { z } from "zod";
import { applyEdits, type TextEdit } from "#site";
import { limits } from "../../limits.ts";
import { hashOf, readTextFile, type TextFile } from "./files.ts";
import { hashInput, pathInput } from "./input.ts";
import { findNearMisses } from "./near-miss.ts";
import { refuseStale } from "./stale.ts";
import { counted } from "./text.ts";
import type { Tool } from "./tool.ts";
import { ToolError } from "./tool-error.ts";
import { refuseUnwritable } from "./write.ts";

export const editInput = z.strictObject({
  path: pathInput,
  hash: hashInput,
  edits: z
    .array(
      z.strictObject({
        old: z
          .string()
          .min(1)
          .describe(
            "The exact text in the file, including spaces, quotes and dashes. Any line ending matches.",
          ),
        new: z.string().describe("The replacement text."),
        all: z
          .boolean()
          .default(false)
          .describe("Replace every occurrence. Otherwise `old` must occur exactly once."),
      }),
    )
    .min(1)
    .max(limits.tools.editsPerCallMax)
    .describe(
      "Either all edits are applied or none. Each `old` is matched against the file as it was before the call.",
    ),
});

export interface EditData {
  readonly path: string;
  /** The file's new hash. */
  readonly hash: string;
  /** Places replaced. */
  readonly count: number;
}

export const editTool: Tool<z.infer<typeof editInput>, EditData> = {
  name: "edit",
  description:
    "Replaces exact texts in one file: all of the edits or none. Each `old` must occur in the file exactly " +
    "once (or set all: true); include neighboring lines to make it unique. Copy quotes, dashes and spaces exactly as " +
    "in the file: nothing is normalized. Returns the new hash.",
  input: editInput,
  async run({ path, hash, edits }, context) {
    const file = await readTextFile(context, path);
    const before = context.editedInStep?.get(file.path);
    // Edits sent in one step all have the hash that was read. Each must still find its text exactly once.
    const isSideBySide = before?.from === hash && before.to === file.hash;
    if (!isSideBySide) await refuseStale(context, file, hash);
    const found = edits.map((edit, index) =>
      findPlaces(file, edit, edits.length > 1 ? `edits[${index}]: ` : ""),
    );
    refuseOverlaps(file.text, found);
    const text = applyEdits(file.text, found.flat());
    if (text === file.text)
      throw new ToolError("These edits change nothing: `new` is the same as `old`. Give a different `new`.");
    refuseUnwritable(file.path, text);
    context.workspace.write(file.path, Buffer.from(text));
    const data = { path: file.path, hash: hashOf(context, file.path), count: found.flat().length };
    context.editedInStep?.set(file.path, { from: hash, to: data.hash });
    return { text: `Changed ${counted(data.count, "place")} in ${file.path}, hash ${data.hash}.`, data };
  },
};

type Edit = z.infer<typeof editInput>["edits"][number];

/** Throws ToolError if the text does not occur, or occurs more often than allowed. */
function findPlaces({ path, text }: TextFile, edit: Edit, which: string): TextEdit[] {
  const { old, found } = occurrences(text, edit.old);
  if (found.length === 0) throw new ToolError(`${which}${notFound(path, text, edit.old)}`);
  if (found.length > 1 && !edit.all) {
    const lines = found.slice(0, 20).map((at) => lineOf(text, at));
    throw new ToolError(
      `${which}The old text occurs ${found.length} times in ${path}, on lines ${lines.join(", ")}. Include neighboring text to make it unique, or set all: true. Nothing was changed.`,
    );
  }
  const replacement = inEndings(text, old, edit.new);
  return found.map((start) => ({ start, end: start + old.length, text: replacement }));
}

/** Finds the text as sent or, if it does not occur, with the other kind of line ending. */
function occurrences(text: string, sent: string): { old: string; found: number[] } {
  for (const old of [sent, sent.replace(/\r?\n/gu, "\r\n"), sent.replaceAll("\r\n", "\n")]) {
    const found: number[] = [];
    for (let at = text.indexOf(old); at !== -1; at = text.indexOf(old, at + old.length)) found.push(at);
    if (found.length > 0) return { old, found };
  }
  return { old: sent, found: [] };
}

/** Models write either line ending; the replacement gets the one used around it. */
function inEndings(text: string, old: string, replacement: string): string {
  if (usesCrlf(text, old)) return replacement.replace(/\r?\n/gu, "\r\n");
  // In a file with mixed endings, keep the replacement as sent unless it replaces whole lines.
  return old.includes("\n") || !text.includes("\r\n") ? replacement.replaceAll("\r\n", "\n") : replacement;
}

/** Whether new lines here must end with CRLF: decided by the replaced lines if possible, otherwise by the file. */
function usesCrlf(text: string, old: string): boolean {
  if (old.includes("\n")) return old.includes("\r\n");
  return text.includes("\r\n") && !/(?<!\r)\n/u.test(text);
}

function refuseOverlaps(text: string, found: readonly TextEdit[][]): void {
  const all = found.flatMap((edits, index) => edits.map((edit) => ({ ...edit, index })));
  all.sort((a, b) => a.start - b.start);
  for (const [position, edit] of all.entries()) {
    const next = all[position + 1];
    if (next === undefined || next.start >= edit.end) continue;
    throw new ToolError(
      `edits[${edit.index}] and edits[${next.index}] overlap on line ${lineOf(text, next.start)}. Merge them into one edit. Nothing was changed.`,
    );
  }
}

function notFound(path: string, text: string, wanted: string): string {
  const misses = findNearMisses(text, wanted);
  const lead = `The old text was not found in ${path}. It must match exactly. Nothing was changed.`;
  if (misses.length === 0) return `${lead} Read the file and copy the exact text.`;
  const differs =
    misses[0]?.looksEqual === true
      ? " These lines differ only in spaces, quotes, dashes or letter case:"
      : " Did you mean one of these?";
  const shown = misses.map(({ line, text: lines }) =>
    lines
      .split("\n")
      .map((one, index) => `${line + index}\t${one}`)
      .join("\n"),
  );
  return `${lead}${differs}\n${shown.join("\n\n")}`;
}

function lineOf(text: string, at: number): number {
  let line = 1;
  for (let feed = text.indexOf("\n"); feed !== -1 && feed < at; feed = text.indexOf("\n", feed + 1)) line++;
  return line;
}
