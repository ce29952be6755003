import { AppError } from "../errors.ts";

/** Prints a command's result on standard output. Everything else goes to standard error. */
export function print(text: string): void {
  process.stdout.write(`${printable(text)}\n`);
}

/** Prints one JSON value, the only output on standard output. */
export function printJson(value: unknown): void {
  process.stdout.write(`${JSON.stringify(value, null, 2)}\n`);
}

export function say(text: string): void {
  process.stderr.write(`${printable(text)}\n`);
}

/** Removes control characters, because titles, paths and model output must not control the terminal. */
function printable(text: string): string {
  return text.replace(/[^\P{Cc}\n\t]/gu, "\ufffd");
}

/** Returns the exit code for an error: 2 if the command line is wrong, 1 if the command failed. */
export function exitCodeOf(error: unknown): number {
  return error instanceof UsageError ? 2 : 1;
}

/** An error in the command line itself. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** Returns a message for a person. An unexpected error is shown with its stack, for a bug report. */
export function messageOf(error: unknown): string {
  if (error instanceof AppError) {
    // Details that the message already contains are not repeated.
    const details = (error.fields.details ?? [])
      .filter(({ message }) => !error.message.includes(message))
      .map(({ path, message }) => `  ${path ?? ""}: ${message}`);
    return [error.message, ...details].join("\n");
  }
  if (error instanceof UsageError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** Formats rows into columns, each as wide as its widest cell. */
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
