import { isUtf8 } from "node:buffer";
import type { Change } from "../../workspace/index.ts";

/** A changed file as text; null if it does not exist. Files that are not text before or after are left out. */
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
    if (!isText(old) || !isText(after)) return [];
    return [{ path, before: textOf(old), after: textOf(after) }];
  });
}

function isText(bytes: Uint8Array | null): boolean {
  return bytes === null || (isUtf8(bytes) && !bytes.includes(0));
}

function textOf(bytes: Uint8Array | null): string | null {
  return bytes === null ? null : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString();
}
