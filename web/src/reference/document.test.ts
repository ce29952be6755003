import { expect, it } from "vitest";
import {
  type ApiDocument,
  curlOf,
  type Endpoint,
  exampleOf,
  groupsOf,
  objectIn,
  typeOf,
  urlOf,
} from "./document.ts";

const job = {
  type: "object",
  required: ["id", "state", "by"],
  properties: {
    id: { type: "string", example: "job_1" },
    state: { type: "string", enum: ["open", "closed"] },
    by: { anyOf: [{ $ref: "#/components/schemas/Job" }, { type: "null" }] },
    title: { type: "string" },
  },
};
const operation = { summary: "s", security: [{ apiKey: [] }], responses: {} };
const document: ApiDocument = {
  info: { title: "t", version: "1" },
  tags: [{ name: "B" }, { name: "A" }, { name: "Unused" }],
  paths: {
    "/a/{projectId}": { get: { ...operation, operationId: "one", tags: ["A"] } },
    "/b": { post: { ...operation, operationId: "two", tags: ["B"] } },
  },
  components: { schemas: { Job: job }, responses: {} },
};
const ref = { $ref: "#/components/schemas/Job" };
const endpoint: Endpoint = {
  ...operation,
  ...{ operationId: "one", tags: ["A"], method: "post", path: "/a/{projectId}/x" },
  parameters: [{ name: "q", in: "query", schema: { type: "string" } }],
};

it("groups operations by tag, in the order of the tags", () => {
  expect(groupsOf(document).map(({ name, endpoints }) => [name, endpoints.map(({ path }) => path)])).toEqual([
    ["B", ["/b"]],
    ["A", ["/a/{projectId}"]],
  ]);
});

it.each([
  [{ type: "string" }, "string"],
  [{ type: "string", format: "uri" }, "string (uri)"],
  [{ type: ["integer", "null"] }, "integer or null"],
  [{ type: "array", items: ref }, "Job[]"],
  [{ anyOf: [ref, { type: "null" }] }, "Job or null"],
  [{}, "any"],
])("names the type of %j", (schema, name) => {
  expect(typeOf(schema)).toBe(name);
});

it("finds the object schema in a list, and in a union with null", () => {
  for (const schema of [
    ref,
    { type: "array", items: ref },
    { anyOf: [{ type: "null" }, ref] },
    { allOf: [ref] },
  ])
    expect(Object.keys(objectIn(document, schema)?.properties ?? {})).toEqual(Object.keys(job.properties));
  expect(objectIn(document, { type: "string" })).toBeNull();
});

it("builds an example from the document's own examples, and terminates for recursive schemas", () => {
  const example = exampleOf(document, ref) as Record<string, unknown>;
  expect(example).toMatchObject({ id: "job_1", state: "open", by: { id: "job_1" } });
  expect(JSON.stringify(example).length).toBeLessThan(500);
});

it("fills in the address, and encodes typed values", () => {
  const root = "https://docs.example.com";
  expect(urlOf(endpoint, { root, values: {} })).toBe(`${root}/a/$PROJECT_ID/x`);
  expect(urlOf(endpoint, { root, values: { projectId: "p/../1", q: "a&b" } })).toBe(
    `${root}/a/p%2F..%2F1/x?q=a%26b`,
  );
});

it("writes curl commands that a shell can run", () => {
  expect(curlOf({ endpoint, url: "https://x.example.com/a", body: `{"a": "it's"}` })).toBe(
    [
      'curl -X POST "https://x.example.com/a"',
      '-H "Authorization: Bearer $DOCWRIGHT_API_KEY"',
      '-H "Content-Type: application/json"',
      `-d '{"a": "it'\\''s"}'`,
    ].join(" \\\n  "),
  );
});
