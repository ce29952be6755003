import { expect, it } from "vitest";
import { readConfig } from "../config.ts";
import { AppError, type ErrorCode } from "../errors.ts";
import { UsageError } from "./output.ts";
import { underTypedNames } from "./typed-names.ts";

const names = {
  dateFrom: "--from",
  limit: "--limit",
  allowedOrigins: "--origin",
  "trigger.cron": "--schedule",
};
const reported = (message: string, code: ErrorCode = "invalid_request") =>
  underTypedNames(names, () => Promise.reject(new AppError(code, message))).catch((error: unknown) => error);

it.each([
  [
    "The request is invalid: dateFrom must be a day. limit must be a number.",
    "The request is invalid: --from must be a day. --limit must be a number.",
  ],
  ["allowedOrigins.0: must be an origin.", "--origin: must be an origin."],
  ['trigger.cron: "zz" in UTC is no schedule.', '--schedule: "zz" in UTC is no schedule.'],
])("%s is reported under the name that was typed, as a usage error", async (message, shown) => {
  const error = await reported(message);
  expect(error).toBeInstanceOf(UsageError);
  expect(error).toMatchObject({ message: shown });
});

it("leaves messages about other fields and other errors unchanged", async () => {
  for (const message of ["There is no model x here.", "unlimited: must not be.", "xlimit must be a number."])
    expect(await reported(message)).toMatchObject({ name: "AppError", message });
  expect(await reported("limit must wait.", "unavailable")).toMatchObject({ name: "AppError" });
});

it("names the invalid variable or the invalid option", () => {
  expect(() => readConfig({ DOCWRIGHT_PORT: "no" })).toThrow(/^DOCWRIGHT_PORT must be a whole number/u);
  expect(() => readConfig({ DOCWRIGHT_PORT: "80" }, { port: "no" })).toThrow(
    /^--port must be a whole number/u,
  );
  expect(readConfig({ DOCWRIGHT_PORT: "no" }, { port: "80" }).port).toBe(80);
});
