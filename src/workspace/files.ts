import { createHash } from "node:crypto";
import type { Branded } from "../std/id.ts";

/** The id of a git object: 40 lowercase hexadecimal digits. */
export type Sha = Branded<"Sha">;

/** Regular, executable, symbolic link, submodule. The last two are listed, never followed and never read. */
export type FileMode = "100644" | "100755" | "120000" | "160000";

export interface FileEntry {
  readonly path: string;
  readonly mode: FileMode;
  /** Equal ids are equal bytes. Of a submodule it is the commit that it points to. */
  readonly blob: Sha;
  /** In bytes, where it is known without reading the file. */
  readonly sizeBytes?: number;
}

/** Neither a symbolic link nor a submodule. */
export function isRegular(file: FileEntry): boolean {
  return file.mode === "100644" || file.mode === "100755";
}

export interface Tree {
  readonly id: Sha;
  /** Sorted by path, by code unit. */
  readonly files: readonly FileEntry[];
  /**
   * Paths that are kept as they are and never opened: not UTF-8, or dangerous (`.git`, `..`). In a form fit to show,
   * at most `limits.workspace.unreadableShownMax` of them.
   */
  readonly unreadable: readonly string[];
}

/** One file of an overlay. Bytes are shared, not copied: nobody may write into them. */
export interface Change {
  readonly path: string;
  /** Of the file after the change, or of what was removed. */
  readonly mode: "100644" | "100755";
  /** The blob in the base; null for a new file. */
  readonly before: Sha | null;
  /** Null: removed. */
  readonly after: Uint8Array | null;
}

const shaPattern = /^[0-9a-f]{40}$/u;

export function isSha(text: string): text is Sha {
  return shaPattern.test(text);
}

/** Throws a TypeError for anything but 40 lowercase hexadecimal digits. */
export function parseSha(text: string): Sha {
  if (!isSha(text)) throw new TypeError(`"${text.slice(0, 80)}" is not the id of a git object`);
  return text;
}

/** The id that git gives to a file with these bytes. */
export function blobId(bytes: Uint8Array): Sha {
  return createHash("sha1").update(`blob ${bytes.byteLength}\0`).update(bytes).digest("hex") as Sha;
}
