import { expect, it } from "vitest";
import { postgresUrl } from "./values.ts";

it.each([
  ["postgres://docwright:secret@db.example.com/docwright", null],
  ["postgresql://db.example.com:5433/docwright?sslmode=verify-full", null],
  [" postgres://db/docwright\n", null],
  ["mysql://docwright:secret@db.example.com/docwright", "must be a URL such as postgres://"],
  ["db.example.com/secret", "must be a URL such as postgres://"],
  ["postgres://docwright:secret@db.example.com", "must end with the name of a database"],
])("the database URL %j is checked, and no message quotes it", (text, problem) => {
  const { success, error } = postgresUrl.safeParse(text);
  expect(success).toBe(problem === null);
  const message = error?.issues.map((issue) => issue.message).join() ?? "";
  expect(message).toContain(problem ?? "");
  expect(message).not.toContain("secret");
});
