import { ClassifierError } from "#classifier";
import { CountsError } from "#counts";
import { LogError } from "#logs";
import { ReaderEventsError } from "#reader-events";
import { AppError } from "../errors.ts";

/** Translates a package's error that a caller can act on to `AppError`. Returns any other error unchanged. */
export function toAppError(error: unknown): unknown {
  if (error instanceof CountsError || error instanceof LogError || error instanceof ReaderEventsError)
    return new AppError(error.code, error.message, { cause: error.cause, fields: error.fields });
  if (error instanceof ClassifierError)
    return new AppError(error.code, error.message, { cause: error.cause });
  return error;
}
