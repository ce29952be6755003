import { findDocument, type Refactoring } from "#site";
import type { FileEntry } from "../../workspace/index.ts";
import type { ToolContext } from "./tool.ts";
import { ToolError } from "./tool-error.ts";

/** A file's text exactly, with its byte order mark and line endings, and the hash that names this content. */
export interface TextFile {
  readonly path: string;
  readonly hash: string;
  readonly text: string;
}

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** The file at a path, or the page at an address. Throws ToolError for what is no text, and says what it is. */
export async function readTextFile(context: ToolContext, name: string): Promise<TextFile> {
  const entry = await findEntry(context, name);
  if (entry === null) throw new ToolError(`There is no file ${name}. Use list or search to find it.`);
  if (entry.mode === "120000")
    throw new ToolError(`${entry.path} is a symbolic link, which is not followed.`);
  if (entry.mode === "160000")
    throw new ToolError(`${entry.path} is a submodule, which is another repository.`);
  const bytes = (await context.workspace.read([entry.path])).get(entry.path);
  if (bytes === undefined) throw new ToolError(`${entry.path} is too large to be read here.`);
  const text = decodeText(entry.path, bytes);
  context.seen.add(entry.blob, text);
  return { path: entry.path, hash: entry.blob, text };
}

/** Throws ToolError for what is no text. */
export function decodeText(path: string, bytes: Uint8Array): string {
  if (bytes.includes(0)) {
    throw new ToolError(
      `${path} is not text (${bytes.length} bytes): it can be moved or deleted, but not shown or edited.`,
    );
  }
  try {
    return utf8.decode(bytes);
  } catch {
    throw new ToolError(`${path} is not valid UTF-8: it can be moved or deleted, but not shown or edited.`);
  }
}

async function findEntry(context: ToolContext, name: string): Promise<FileEntry | null> {
  const entry = context.workspace.entry(name);
  if (entry !== null) return entry;
  const page = findDocument(await context.site(), name);
  return page === null ? null : context.workspace.entry(page.path);
}

export function hashOf(context: ToolContext, path: string): string {
  return context.workspace.entry(path)?.blob ?? "";
}

/** Removals first: a target may be a path that differs from one that goes in letter case only. */
export function applyRefactoring(context: ToolContext, { edits }: Pick<Refactoring<unknown>, "edits">): void {
  for (const [path, bytes] of edits) if (bytes === null) context.workspace.remove(path);
  for (const [path, bytes] of edits) if (bytes !== null) context.workspace.write(path, bytes);
}
