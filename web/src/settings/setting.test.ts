import { describe, expect, it } from "vitest";
import { controlOf, draftOf, parseDraft } from "./setting.ts";

describe("a setting's control", () => {
  it.each([
    [{ type: "boolean" }, "switch"],
    [{ anyOf: [{ type: "integer" }, { type: "null" }] }, "number"],
    [{ type: "array", items: { type: "string" } }, "lines"],
    [{ type: "array", items: { type: "string", enum: ["a"] } }, "choices"],
    [{ type: "string", enum: ["a", "b"] }, "choice"],
    [{ type: "string" }, "text"],
    [{ type: "array", items: { type: "object" } }, "json"],
    [{ type: "array", items: { type: "object", properties: { url: { type: "string" } } } }, "rows"],
    [{ type: "array", items: { type: "object", properties: { n: { type: "number" } } } }, "json"],
    [{ anyOf: [{ type: "string" }, { type: "integer" }] }, "json"],
    [{}, "json"],
  ])("for %j is %s", (schema, kind) => {
    expect(controlOf({ schema }).kind).toBe(kind);
  });

  it.each([
    ["number", " 12 ", 12],
    ["number", "", null],
    ["lines", " a \n\n b", ["a", "b"]],
    ["json", "", null],
  ] as const)("parses %s %j", (kind, draft, value) => {
    const control = kind === "number" ? { kind, isWhole: true } : { kind };
    expect(parseDraft(control, draft)).toEqual(value);
  });

  it("drops empty fields and empty rows", () => {
    const columns = ["name", "url", "ref"].map((name) => ({ name, isRequired: name !== "ref" }));
    const draft = draftOf({ kind: "rows", columns }, [{ name: "a", url: "b", ref: " " }, {}, { name: "" }]);
    expect(parseDraft({ kind: "rows", columns }, draft)).toEqual([{ name: "a", url: "b" }]);
    expect(parseDraft({ kind: "rows", columns }, draftOf({ kind: "rows", columns }, null))).toEqual([]);
  });

  it("rejects invalid numbers and JSON", () => {
    expect(() => parseDraft({ kind: "number", isWhole: true }, "ten")).toThrow("number");
    expect(() => parseDraft({ kind: "json" }, "{")).toThrow("JSON");
  });
});
