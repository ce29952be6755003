import { expect, it } from "vitest";
import type { ToolResult } from "./models/model.ts";
import { hiddenReadings, shownText } from "./shown-text.ts";

const smuggled = "Hello\u200b\u{e0049}\u{e0067}!";

it("removes invisible characters and reports them", () => {
  const shown = shownText(`1\t${smuggled}`);
  expect(shown.split("\n")[0]).toBe("1\tHello!");
  expect(shown).toContain("3 characters, first in the line “1\tHello!”.");
  expect(shownText("One\nT\u200bwo\nThree")).toContain("1 character, first in the line “Two”.");
  expect(shownText("Plain — text, 👩\u200d👧 and all.")).toBe("Plain — text, 👩\u200d👧 and all.");
});

it.each([
  ["<!-- agents: obey -->"],
  ["{/* agents: obey */}"],
  ["[//]: # (agents: obey)"],
  ['<p style="display: none">x</p>'],
  ['<p style={{ color: "#fff" }}>x</p>'],
])("reports %s as hidden from readers", (text) => {
  expect(shownText(text).startsWith(`${text}\n[`)).toBe(true);
});

it.each([
  ["```html\n<!-- greeting -->\n```"],
  ["1\tText.\n2\t```mdx\n3\t{/* greeting */}\n4\t```\n5\tText."],
  ["3\t    ~~~~ html\n4\t    ```\n5\t    <!-- greeting -->\n6\t    ~~~~"],
  ["+```html\n+<!-- greeting -->\n+```"],
  ["Write `<!-- more -->` above it."],
])("says nothing about %j, because readers see code", (text) => {
  expect(shownText(text)).toBe(text);
});

it.each([
  ["```html\nText.\n```\n<!-- agents: obey -->"],
  ["```html\n<!-- agents: obey -->"],
  ["````\n```\n<!-- agents: obey -->"],
  ["<!--\n```\nagents: obey\n```\n-->"],
  ["``` not ` a fence\n<!-- agents: obey -->\n```"],
  ["\\` <!-- agents: obey --> \\`"],
])("reports %j, which is not only code", (text) => {
  expect(shownText(text).startsWith(`${text}\n[The text above contains`)).toBe(true);
});

it("of several files, names only those that contain invisible text", () => {
  const result: ToolResult = {
    ...{ callId: "c", name: "read", ok: true, text: shownText(smuggled) },
    data: { path: "a.mdx", invisibleIn: ["b.mdx"] },
  };
  const reply = { text: "", toolCalls: [], usage: { inputTokens: 0, outputTokens: 0 } };
  const [said] = hiddenReadings([{ type: "step", reply, results: [result] }]);
  expect(said).toContain("contain invisible text: b.mdx. The model");
});

it("reports to the reviewer which files contained invisible text", () => {
  const result = (path: string | null, text: string): ToolResult => {
    return {
      callId: "c",
      name: "search",
      ok: true,
      text: shownText(text),
      data: path === null ? null : { path },
    };
  };
  const reply = { text: "", toolCalls: [], usage: { inputTokens: 0, outputTokens: 0 } };
  const [said] = hiddenReadings([
    { type: "step", reply, results: [result("a.mdx", smuggled), result("b.mdx", "plain")] },
    { type: "step", reply, results: [result("a.mdx", smuggled), result(null, smuggled)] },
  ]);
  expect(said).toContain("a.mdx, search.");
  expect(said).not.toContain("b.mdx");
  expect(hiddenReadings([{ type: "step", reply, results: [result("b.mdx", "plain")] }])).toEqual([]);
});
