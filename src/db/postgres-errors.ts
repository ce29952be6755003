import { limits } from "../limits.ts";
import { pause } from "../std/clock.ts";
import { StoreUnreachable } from "./database.ts";

/** Returns PostgreSQL's SQLSTATE or Node's error code, or an empty string. */
export function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}

/** The codes of https://www.postgresql.org/docs/current/errcodes-appendix.html for servers that stop or start. */
const stopping = new Set(["57P01", "57P02", "57P03", "57P05", "25P03", "53300"]);

/** Connections that were refused or lost. */
const network = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOTFOUND",
  "EAI_AGAIN",
]);

/** Whether the server can't be reached, or ended the connection. A later attempt may succeed. */
export function isUnreachable(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isUnreachable);
  const code = codeOf(error);
  if (code.startsWith("08") || stopping.has(code) || network.has(code)) return true;
  // pg's own errors have no code.
  return (
    error instanceof Error &&
    code === "" &&
    /^(?:Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect|Client was closed)/u.test(
      error.message,
    )
  );
}

/** Whether the transaction conflicted with another one. It can succeed if it is repeated. */
export function isConflict(error: unknown): boolean {
  return ["40001", "40P01"].includes(codeOf(error));
}

/**
 * Whether a row with the same key exists. If another transaction has just written this row, a repeated transaction sees
 * it.
 */
export function isDuplicate(error: unknown): boolean {
  return codeOf(error) === "23505";
}

/** Repeats `connect` while the server is unreachable. After `limits.store.connectTriesMax`, throws `StoreUnreachable`. */
export async function waitUntilReachable<T>(connect: () => Promise<T>): Promise<T> {
  const { connectTriesMax, connectEveryMs } = limits.store;
  for (let tries = 1; ; tries++) {
    try {
      return await connect();
    } catch (error) {
      if (!isUnreachable(error)) throw error;
      if (tries === connectTriesMax) throw new StoreUnreachable(error);
      await pause(connectEveryMs);
    }
  }
}
