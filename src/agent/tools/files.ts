import { limits as policyLimits } from "#policy";
import type { FileEntry } from "#repositories";
import { findDocument, type Refactoring } from "#site";
import { limits } from "../../limits.ts";
import type { ToolContext } from "./tool.ts";
import { ToolError } from "./tool-error.ts";

/** A file's exact text, with its byte order mark and line endings, and the hash of this content (`shortHash`). */
export interface TextFile {
  readonly path: string;
  readonly hash: string;
  readonly text: string;
}

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Reads the file at a path, or the page at an address. Throws ToolError if there is no readable text, and says why. */
export async function readTextFile(context: ToolContext, name: string): Promise<TextFile> {
  const entry = await findEntry(context, name);
  if (entry === null) throw new ToolError(missing(context, name));
  if (entry.mode === "120000")
    throw new ToolError(`${entry.path} is a symbolic link. Symbolic links are not followed.`);
  if (entry.mode === "160000")
    throw new ToolError(`${entry.path} is a submodule. Its files belong to another repository.`);
  const bytes = (await context.workspace.read([entry.path])).get(entry.path);
  if (bytes === undefined) throw new ToolError(`${entry.path} is too large to read.`);
  const text = decodeText(entry.path, bytes);
  const hash = shortHash(entry.blob);
  context.seen.add(hash, text);
  return { path: entry.path, hash, text };
}

/** Throws ToolError for bytes that are not text. */
export function decodeText(path: string, bytes: Uint8Array): string {
  if (bytes.includes(0)) {
    throw new ToolError(
      `${path} is not text (${bytes.length} bytes). You can move or delete it, but not read or edit it.`,
    );
  }
  try {
    return utf8.decode(bytes);
  } catch {
    throw new ToolError(`${path} is not valid UTF-8. You can move or delete it, but not read or edit it.`);
  }
}

function missing({ workspace }: ToolContext, name: string): string {
  const wasDeleted = workspace.changes().some(({ path, after }) => path === name && after === null);
  return wasDeleted
    ? `You deleted or moved ${name}. To bring it back, use revert.`
    : `There is no file ${name}. Use list or search to find it.`;
}

async function findEntry(context: ToolContext, name: string): Promise<FileEntry | null> {
  const entry = context.workspace.entry(name);
  if (entry !== null) return entry;
  const page = findDocument(await context.site(), name);
  return page === null ? null : context.workspace.entry(page.path);
}

/** A file's hash as models see it, or "" if there is no such file. */
export function hashOf(context: ToolContext, path: string): string {
  return shortHash(context.workspace.entry(path)?.blob ?? "");
}

/** The beginning of a blob's ID. It only has to distinguish the versions of one file within a turn. */
export function shortHash(blob: string): string {
  return blob.slice(0, limits.tools.hashChars);
}

/**
 * Applies a refactoring's edits and returns its report. Removes files before it writes any, because a new path may
 * differ from a removed one only in letter case. Throws ToolError, and changes nothing, if the policy would reject the change for its size. Otherwise, the policy and the
 * checks could take minutes before the change is rejected.
 */
export function applyRefactoring<Report>(
  context: Pick<ToolContext, "workspace">,
  { edits, report }: Refactoring<Report>,
): Report {
  const { changedFilesMax } = policyLimits;
  if (edits.size > changedFilesMax)
    throw new ToolError(
      `This would change ${edits.size} files, but a job can change at most ${changedFilesMax}. Limit the change to a folder, with a job for each folder.`,
    );
  for (const [path, bytes] of edits) if (bytes === null) context.workspace.remove(path);
  for (const [path, bytes] of edits) if (bytes !== null) context.workspace.write(path, bytes);
  return report;
}
