import type { ZodError } from "zod";
import { AppError } from "../errors.ts";

/** Creates an `invalid_request` error that lists each wrong field by its path: `paths.allowed.0: must be …`. */
export function invalidInput(error: ZodError): AppError {
  const details = error.issues.map(({ path, message }) => {
    const at = path.map(String).join(".");
    // Our own messages may already end with a period.
    const sentence = message.endsWith(".") ? message : `${message}.`;
    return { path: at, message: at === "" ? sentence : `${at}: ${sentence}` };
  });
  return new AppError("invalid_request", details.map(({ message }) => message).join(" "), {
    fields: { details },
  });
}
