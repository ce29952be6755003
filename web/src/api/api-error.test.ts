import { expect, it } from "vitest";
import { ApiError, problemsOf } from "./api-error.ts";

const refused = (...paths: readonly string[]) =>
  new ApiError(400, "Not so.", new Map(paths.map((path) => [path, `${path} is wrong`])));

it("shows what the form has a field for beside it, a list's entries with their list, and nothing is told twice", () => {
  const { problems, failure } = problemsOf(
    refused("name", "allowList.0", "allowList.1"),
    "name",
    "allowList",
  );
  expect(problems).toEqual({ name: "name is wrong", allowList: "allowList.0 is wrong" });
  expect(failure).toBeNull();
});

it("tells the whole error where the form has no field for a part of it, or it names none", () => {
  const error = refused("name", "names", "token");
  expect(problemsOf(error, "name")).toEqual({ problems: { name: "name is wrong" }, failure: error });
  const lost = new ApiError(0, "The service cannot be reached.");
  expect(problemsOf(lost, "name")).toEqual({ problems: {}, failure: lost });
  expect(problemsOf(null, "name")).toEqual({ problems: {}, failure: null });
});
