import { isUtf8 } from "node:buffer";
import type { Change } from "../repositories/index.ts";

/** A changed file as text; null if it does not exist. Binary files are left out. */
export interface TextChange {
  readonly path: string;
  readonly before: string | null;
  readonly after: string | null;
}

export function textChanges(
  changes: readonly Change[],
  before: ReadonlyMap<string, Uint8Array>,
): TextChange[] {
  return changes.flatMap(({ path, after }) => {
    const old = before.get(path) ?? null;
    if (!alwaysText.test(path) && !(isText(old) && isText(after))) return [];
    return [{ path, before: textOf(old), after: textOf(after) }];
  });
}

/**
 * Builds read these files as text even if they contain invalid bytes, so an invalid byte must not exempt a page from
 * the rules.
 */
const alwaysText = /\.(?:mdx?|markdown|txt|json|ya?ml)$/iu;

function isText(bytes: Uint8Array | null): boolean {
  return bytes === null || (isUtf8(bytes) && !bytes.includes(0));
}

function textOf(bytes: Uint8Array | null): string | null {
  return bytes === null ? null : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString();
}
