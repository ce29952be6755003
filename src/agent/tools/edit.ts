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
            "The text as it stands in the file, exactly: spaces, quotes, dashes and all. Line breaks match the file's own.",
          ),
        new: z.string().describe("What to put there instead."),
        all: z
          .boolean()
          .default(false)
          .describe("Replace every occurrence. Otherwise `old` must occur exactly once."),
      }),
    )
    .min(1)
    .max(limits.tools.editsPerCallMax)
    .describe("Applied together or not at all; each is looked for in the file as it is before the call."),
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
    "Replaces exact texts in one file, several at once, all or none. Each `old` must stand in the file exactly once " +
    "(or give all: true); add neighbouring lines to make it unique. Nothing is made alike for you: quotes, dashes " +
    "and spaces must be those of the file. Answers the new hash.",
  input: editInput,
  async run({ path, hash, edits }, context) {
    const file = await readTextFile(context, path);
    const before = context.editedInStep?.get(file.path);
    // Edits that are sent side by side all name the hash that was read; each still has to find its text once.
    const isSideBySide = before?.from === hash && before.to === file.hash;
    if (!isSideBySide) await refuseStale(context, file, hash);
    const found = edits.map((edit, index) =>
      findPlaces(file, edit, edits.length > 1 ? `edits[${index}]: ` : ""),
    );
    refuseOverlaps(file.text, found);
    const text = applyEdits(file.text, found.flat());
    if (text === file.text) throw new ToolError("These edits change nothing: new is the same as old.");
    refuseUnwritable(file.path, text);
    context.workspace.write(file.path, Buffer.from(text));
    const data = { path: file.path, hash: hashOf(context, file.path), count: found.flat().length };
    context.editedInStep?.set(file.path, { from: hash, to: data.hash });
    return { text: `Changed ${counted(data.count, "place")} in ${file.path}, hash ${data.hash}.`, data };
  },
};

type Edit = z.infer<typeof editInput>["edits"][number];

/** Throws ToolError where the text does not stand there, or more often than it may. */
function findPlaces({ path, text }: TextFile, edit: Edit, which: string): TextEdit[] {
  const { old, found } = occurrences(text, edit.old);
  if (found.length === 0) throw new ToolError(`${which}${notFound(path, text, edit.old)}`);
  if (found.length > 1 && !edit.all) {
    const lines = found.slice(0, 20).map((at) => lineOf(text, at));
    throw new ToolError(
      `${which}The old text stands ${found.length} times in ${path}, on lines ${lines.join(", ")}. Add neighbouring text to make it unique, or give all: true. Nothing was changed.`,
    );
  }
  const replacement = inEndings(text, old, edit.new);
  return found.map((start) => ({ start, end: start + old.length, text: replacement }));
}

/** As it is sent, else with the file's line ending in place of the one that models write. */
function occurrences(text: string, sent: string): { old: string; found: number[] } {
  for (const old of [sent, sent.replace(/\r?\n/gu, "\r\n"), sent.replaceAll("\r\n", "\n")]) {
    const found: number[] = [];
    for (let at = text.indexOf(old); at !== -1; at = text.indexOf(old, at + old.length)) found.push(at);
    if (found.length > 0) return { old, found };
  }
  return { old: sent, found: [] };
}

/** Models write either line ending; what stands there afterwards has the one of the place. */
function inEndings(text: string, old: string, replacement: string): string {
  if (usesCrlf(text, old)) return replacement.replace(/\r?\n/gu, "\r\n");
  // A file that mixes them may mean what it is sent, but for lines that replace lines.
  return old.includes("\n") || !text.includes("\r\n") ? replacement.replaceAll("\r\n", "\n") : replacement;
}

/** Whether new lines at this place have to end with CRLF: as in what they replace, else as in the file. */
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
      `edits[${edit.index}] and edits[${next.index}] overlap on line ${lineOf(text, next.start)}. Make them one edit. Nothing was changed.`,
    );
  }
}

function notFound(path: string, text: string, wanted: string): string {
  const misses = findNearMisses(text, wanted);
  const lead = `The old text does not stand in ${path} exactly as it was sent. Nothing was changed.`;
  if (misses.length === 0) return `${lead} Read the file and copy the text from it.`;
  const differs =
    misses[0]?.looksEqual === true
      ? " These differ only in spaces, quotes, dashes or letter case:"
      : " Was one of these meant?";
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
