import { expect, it } from "vitest";
import { ApiError, problemsOf } from "./api-error.ts";

const invalid = (...paths: readonly string[]) =>
  new ApiError(400, "Invalid input.", new Map(paths.map((path) => [path, `${path} is wrong`])));

it("assigns each problem to its field, or to the whole list if it concerns one entry, without repeating any", () => {
  const { problems, failure } = problemsOf(
    invalid("name", "allowList.0", "allowList.1"),
    "name",
    "allowList",
  );
  expect(problems).toEqual({ name: "name is wrong", allowList: "allowList.0 is wrong" });
  expect(failure).toBeNull();
});

it("returns the whole error if it mentions none of the form's fields", () => {
  const error = invalid("name", "names", "token");
  expect(problemsOf(error, "name")).toEqual({ problems: { name: "name is wrong" }, failure: error });
  const offline = new ApiError(0, "Could not reach the service.");
  expect(problemsOf(offline, "name")).toEqual({ problems: {}, failure: offline });
  expect(problemsOf(null, "name")).toEqual({ problems: {}, failure: null });
});
