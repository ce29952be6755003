import { AppError } from "../errors.ts";

/** What was asked for goes to standard output; everything else to standard error. */
export function print(text: string): void {
  process.stdout.write(`${printable(text)}\n`);
}

/** One JSON value, and nothing else there. */
export function printJson(value: unknown): void {
  process.stdout.write(`${JSON.stringify(value, null, 2)}\n`);
}

export function say(text: string): void {
  process.stderr.write(`${printable(text)}\n`);
}

/** Titles, paths and what a model says are other people's: nothing of them moves the cursor or colours the terminal. */
function printable(text: string): string {
  return text.replace(/[^\P{Cc}\n\t]/gu, "\ufffd");
}

/** The exit code for what a command threw: 2 where the command was wrong, 1 where carrying it out failed. */
export function exitCodeOf(error: unknown): number {
  return error instanceof UsageError ? 2 : 1;
}

/** The command line itself is wrong. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** A sentence for a person. What is no error of ours to explain is shown with its cause, for a report. */
export function messageOf(error: unknown): string {
  if (error instanceof AppError) {
    // What the sentence itself says already is not said again.
    const details = (error.fields.details ?? [])
      .filter(({ message }) => !error.message.includes(message))
      .map(({ path, message }) => `  ${path ?? ""}: ${message}`);
    return [error.message, ...details].join("\n");
  }
  if (error instanceof UsageError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** Columns as wide as their widest cell. */
export function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, i) => Math.max(...rows.map((row) => (row[i] ?? "").length)));
  return rows
    .map((row) =>
      row
        .map((cell, i) => cell.padEnd(widths[i] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}
