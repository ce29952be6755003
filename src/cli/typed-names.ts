import { AppError } from "../errors.ts";
import { UsageError } from "./output.ts";

/** What a person types for the fields of an operation's input, by field: `{ dateFrom: "--from" }`. */
export type TypedNames = Readonly<Record<string, string>>;

/** Runs `work`. What is refused of these fields is a mistake in the command, told by the names that the person typed. */
export async function underTypedNames<T>(names: TypedNames, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof AppError && error.code === "invalid_request" ? asTyped(error, names) : error;
  }
}

/** Faults stand as `field must be …` or as `field: …`; of a list with the place in it, `field.0`. */
function asTyped(error: AppError, names: TypedNames): Error {
  const fields = Object.keys(names).map((field) => field.replaceAll(".", "\\."));
  const fault = new RegExp(`(?<=^|\\s)(${fields.join("|")})(?:\\.\\d+)?(?=: | must )`, "gu");
  const message = error.message.replace(fault, (found, field: string) => names[field] ?? found);
  return message === error.message ? error : new UsageError(message, { cause: error });
}
