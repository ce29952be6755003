import { expect, it } from "vitest";
import { applyChange } from "./settings.ts";

it.each([
  [{ title: "{{titel}}" }, "title"],
  [{ title: "a\nb" }, "title"],
  [{ body: "{{#summary}}x{{/summary}}" }, "body"],
  [{ branch: "docs" }, "branch"],
  [{ branch: "docs/{{id}}.lock" }, "branch"],
  [{ branch: "{{id}} x" }, "branch"],
  [{ labels: ["a,b"] }, "labels.0"],
  [{ labels: ["x".repeat(51)] }, "labels.0"],
  [{ reviewers: ["a/b/c"] }, "reviewers.0"],
  [{ authorName: "x <y>" }, "authorName"],
  [{ authorName: " " }, "authorName"],
  [{ authorEmail: "x\ny@z" }, "authorEmail"],
  [{ draft: "yes" }, "draft"],
])("rejects %j as pull request settings", (fields, path) => {
  const details = [expect.objectContaining({ path: `pull-requests.${path}` })];
  expect(() => applyChange({}, { "pull-requests": fields })).toThrow(
    expect.objectContaining({ code: "invalid_request", fields: { details } }) as Error,
  );
});

it("accepts people, teams and Bitbucket IDs as reviewers, and templates for the title, branch and body", () => {
  const reviewers = ["ada", "acme/writers", "{01234567-89ab-cdef-0123-456789abcdef}"];
  const fields = {
    reviewers,
    title: "docs: {{title}}",
    branch: "docs/{{slug}}/{{id}}",
    body: "Hello\n\n{{body}}",
  };
  expect(applyChange({}, { "pull-requests": fields }).settings["pull-requests"]).toMatchObject(fields);
});
