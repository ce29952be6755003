import { expect, test } from "vitest";
import { AppError } from "../errors.ts";
import { messageOf } from "./output.ts";

test("an error describes each field's problem and repeats nothing", () => {
  const failed = (message: string) =>
    messageOf(
      new AppError("invalid_request", message, {
        fields: { details: [{ path: "ref", message: "There is no branch x." }] },
      }),
    );
  expect(failed("The request is not valid.")).toBe("The request is not valid.\n  ref: There is no branch x.");
  expect(failed("There is no branch x.")).toBe("There is no branch x.");
});
