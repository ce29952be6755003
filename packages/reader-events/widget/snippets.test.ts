import { Script } from "node:vm";
import { expect, test } from "vitest";
import { snippetPurposes, snippetsFor } from "./snippets.ts";

const project = { baseUrl: "https://docwright.example.com", projectId: "prj_2kDm0vQe9XyTzB4nHsWa" };
const snippets = snippetsFor(project);

test.each(snippets.map((own) => [own.framework, own.purpose, own] as const))(
  "R70: the snippet for %s (%s) is filled in and can be parsed",
  (_framework, purpose, { code, language }) => {
    expect(code).toContain(project.projectId);
    expect(code).not.toMatch(/undefined["'/]|\[object/u);
    if (purpose === "scripts")
      for (const name of ["script.js", "widget.js"]) expect(code).toContain(`${project.baseUrl}/${name}`);
    // A property of a configuration is no statement.
    if (language === "javascript")
      expect(() => new Script(/^[a-z]+: /u.test(code) ? `({${code}})` : code)).not.toThrow();
  },
);

test("R70: each framework has one snippet for each purpose", () => {
  const byFramework = Map.groupBy(snippets, ({ framework }) => framework);
  expect([...byFramework.keys()]).toEqual([
    ...["mintlify", "docusaurus", "vitepress", "starlight", "mkdocs", "html"],
  ]);
  for (const own of byFramework.values())
    expect(own.map(({ purpose }) => purpose)).toEqual([...snippetPurposes]);
});
