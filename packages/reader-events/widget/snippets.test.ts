import { createContext, Script } from "node:vm";
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

test.each(snippets.filter(({ purpose }) => purpose === "search"))(
  "R70: the code that reports searches of $framework does nothing on a server, and runs once per page",
  ({ code }) => {
    const script = new Script(code);
    expect(() => script.runInContext(createContext({}))).not.toThrow();
    const types: string[] = [];
    const addEventListener = (type: string) => types.push(type);
    const page = createContext({ document: { addEventListener }, addEventListener, window: {} });
    for (const _load of ["first", "second"]) script.runInContext(page);
    expect(types).toEqual(["input", "click", "focusout", "pagehide"]);
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
