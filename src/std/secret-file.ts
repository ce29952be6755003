import { randomBytes } from "node:crypto";
import { closeSync, fsyncSync, linkSync, openSync, readFileSync, rmSync, writeSync } from "node:fs";

/** The secret in `file`, made there (256 random bits, mode 0600) where there is none yet. */
export function readOrMakeSecret(file: string): string {
  const known = readSecret(file);
  if (known !== null) return known;
  // Linked into place when it is whole: a crash leaves no half of a secret, and of two makers one wins.
  const draft = `${file}.${process.pid}`;
  const handle = openSync(draft, "w", 0o600);
  writeSync(handle, randomBytes(32).toString("base64url"));
  fsyncSync(handle);
  closeSync(handle);
  try {
    linkSync(draft, file);
  } catch (error) {
    if (!isExisting(error)) throw error;
  } finally {
    rmSync(draft);
  }
  return readFileSync(file, "utf8").trim();
}

function readSecret(file: string): string | null {
  try {
    return readFileSync(file, "utf8").trim();
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  }
}

function isExisting(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "EEXIST";
}
