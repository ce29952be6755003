import { randomBytes } from "node:crypto";
import { closeSync, fsyncSync, linkSync, openSync, readFileSync, rmSync, writeSync } from "node:fs";

/** Returns the secret in `file`, or creates it (256 random bits, mode 0600). */
export function readOrCreateSecret(file: string): string {
  const known = readSecret(file);
  if (known !== null) return known;
  // Link the file into place when it is complete. A crash never leaves half a secret, and if two processes create one,
  // the first wins.
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
