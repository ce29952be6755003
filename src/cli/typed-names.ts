import { AppError } from "../errors.ts";
import { UsageError } from "./output.ts";

/** The options and arguments that people type for the fields of an operation's input, e.g. `{ dateFrom: "--from" }`. */
export type TypedNames = Readonly<Record<string, string>>;

/** Runs `work`. Reports an invalid field as a usage error, under the name that the person typed. */
export async function underTypedNames<T>(names: TypedNames, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof AppError && error.code === "invalid_request" ? asTyped(error, names) : error;
  }
}

/** Messages have the form `field must be …` or `field: …`; a list element is `field.0`. */
function asTyped(error: AppError, names: TypedNames): Error {
  const fields = Object.keys(names).map((field) => field.replaceAll(".", "\\."));
  const fault = new RegExp(`(?<=^|\\s)(${fields.join("|")})(?:\\.\\d+)?(?=: | must )`, "gu");
  const message = error.message.replace(fault, (found, field: string) => names[field] ?? found);
  return message === error.message ? error : new UsageError(message, { cause: error });
}
