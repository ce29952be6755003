import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fillTemplate, templateProblem } from "./template.ts";

describe("a template", () => {
  it.each([
    ["docs: {{title}}", { title: "Rename it" }, "docs: Rename it"],
    ["{{ title }} ({{title}})", { title: "x" }, "x (x)"],
    ["{{title}}", { title: "{{id}}", id: "7" }, "{{id}}"],
    ["{{title}}", { title: "$& $1 $$" }, "$& $1 $$"],
    ["{{other}} {title}", { title: "x" }, "{{other}} {title}"],
    ["{{constructor}}", {}, "{{constructor}}"],
  ] as [string, Record<string, string>, string][])("%j with %j is %j", (template, values, filled) => {
    expect(fillTemplate(template, values)).toBe(filled);
  });

  it.each([
    ["docs: {{title}}", null],
    ["{{titel}}", "has an unknown name {{titel}}; use {{title}}, {{id}}"],
    ["{{#title}}x{{/title}}", "has braces without a name; use {{title}}, {{id}}"],
    ["{{title", "has braces without a name; use {{title}}, {{id}}"],
    ["{{{title}}}", null],
  ])("the problem with %j is %j", (template, problem) => {
    expect(templateProblem(template, ["title", "id"])).toBe(problem);
  });

  it("inserts any value, and changes nothing else", () => {
    const plain = fc.string().filter((text) => !text.includes("{") && !text.includes("}"));
    fc.assert(
      fc.property(plain, fc.string(), plain, (before, value, after) => {
        expect(fillTemplate(`${before}{{x}}${after}`, { x: value })).toBe(before + value + after);
      }),
    );
  });
});
