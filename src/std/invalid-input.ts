import type { ZodError } from "zod";
import { AppError } from "../errors.ts";

/** `invalid_request` that names each wrong field by its path: `paths.allowed.0: must be …`. */
export function invalidInput(error: ZodError): AppError {
  const details = error.issues.map(({ path, message }) => {
    const at = path.map(String).join(".");
    // A sentence of ours may end with its full stop already.
    const sentence = message.endsWith(".") ? message : `${message}.`;
    return { path: at, message: at === "" ? sentence : `${at}: ${sentence}` };
  });
  return new AppError("invalid_request", details.map(({ message }) => message).join(" "), {
    fields: { details },
  });
}
