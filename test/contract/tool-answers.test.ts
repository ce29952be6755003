import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { blobId } from "#repositories";
import type { ToolResult } from "../../src/agent/models/model.ts";
import { executeToolCalls, type ToolContext } from "../../src/agent/tools/index.ts";
import { limits } from "../../src/limits.ts";
import { type ToolsOn, toolsOn } from "../support/tools-on.ts";

const setup = "---\ntitle: Setup\n---\n\n## Linux\n\nText.\n\n## Windows\n\nText.\n";
const long = `${Array.from({ length: 400 }, (_, n) => `Line ${n}.`).join("\n")}\n`;
const files = {
  "docs.json": `${JSON.stringify({ navigation: { groups: [{ group: "Start", pages: ["index", "setup", "other"] }] } })}\n`,
  "index.mdx": "---\ntitle: Home\n---\n\nSee [setup](/setup#linux) and [gone](/gone).\n",
  "setup.mdx": setup,
  "other.mdx": "---\ntitle: Other\n---\n\nNothing.\n",
  "long.md": long,
};

let tools: ToolsOn;
beforeAll(async () => {
  tools = await toolsOn(files);
});
afterAll(() => tools.close());

const hashOf = (text: string) => blobId(Buffer.from(text)).slice(0, limits.tools.hashChars);
type Call = readonly [name: string, input: Record<string, unknown>];
const edit = (path: string, text: string, old: string, to: string): Call => [
  "edit",
  { path, hash: hashOf(text), edits: [{ old, new: to }] },
];

async function run(context: ToolContext, ...calls: readonly Call[]): Promise<readonly ToolResult[]> {
  const sent = calls.map(([name, input], index) => ({ id: String(index), name, input }));
  return executeToolCalls(sent, context, { editing: "exact", reportsProblems: true });
}
const textsOf = (results: readonly ToolResult[]) => results.map(({ text }) => text);

describe("a problem that a step causes", () => {
  it("is reported immediately if it is on the edited page, unlike problems that the base already has", async () => {
    const [text] = textsOf(
      await run(await tools.open(), edit("index.mdx", files["index.mdx"], "See", "[See](/lost)")),
    );
    expect(text).toContain("1 new problem in the files that the calls of this step changed");
    expect(text).toContain("index.mdx:5");
    expect(text).toContain('"/lost"');
    expect(text).not.toContain('"/gone"');
  });

  it("is reported if it is on a page that links to the edited page", async () => {
    const [text] = textsOf(await run(await tools.open(), edit("setup.mdx", setup, "## Linux", "## Unix")));
    expect(text).toMatch(/index\.mdx:5: .*#linux/u);
  });

  it("is reported if MDX does not compile", async () => {
    const [text] = textsOf(
      await run(await tools.open(), edit("other.mdx", files["other.mdx"], "Nothing.", "<Note>")),
    );
    expect(text).toContain("MDX does not compile");
  });

  it("is reported once, after the last call that changed something", async () => {
    const [first, second, third] = textsOf(
      await run(
        await tools.open(),
        edit("other.mdx", files["other.mdx"], "Nothing.", "[x](/lost)"),
        edit("setup.mdx", setup, "## Linux", "## Unix"),
        ["read", { path: "other.mdx" }],
      ),
    );
    expect(first).not.toContain("new problem");
    expect(second).toContain("2 new problems");
    expect(third).not.toContain("new problem");
  });

  it("is not reported if the step fixed it", async () => {
    const broken = setup.replace("## Linux", "## Unix");
    const results = await run(
      await tools.open(),
      edit("setup.mdx", setup, "## Linux", "## Unix"),
      edit("setup.mdx", broken, "## Unix", "## Linux"),
    );
    expect(textsOf(results).join("")).not.toContain("new problem");
  });

  it("is reported only if it is on a page that this step touched", async () => {
    const context = await tools.open();
    await run(context, edit("other.mdx", files["other.mdx"], "Nothing.", "[x](/lost)"));
    const [text] = textsOf(
      await run(context, edit("setup.mdx", setup, "Text.\n\n## Windows", "More.\n\n## Windows")),
    );
    expect(text).not.toContain("new problem");
  });

  it("is not reported if the step checks the whole site anyway", async () => {
    const [text] = textsOf(
      await run(await tools.open(), edit("setup.mdx", setup, "## Linux", "## Unix"), ["check", {}]),
    );
    expect(text).not.toContain("new problem");
  });

  it("is counted but not listed if the step causes too many problems", async () => {
    const links = Array.from({ length: 50 }, (_, n) => `[x](/lost-${n})`).join("\n");
    const [text = ""] = textsOf(
      await run(await tools.open(), edit("other.mdx", files["other.mdx"], "Nothing.", links)),
    );
    expect(text).toContain("50 new problems");
    expect(text.match(/^- other\.mdx/gmu)).toHaveLength(limits.tools.touchedProblemsShownMax);
    expect(text).toContain("and 40 more; call check");
  });

  it("is reported only to agents that read text", async () => {
    const [name, input] = edit("setup.mdx", setup, "## Linux", "## Unix");
    const [result] = await executeToolCalls([{ id: "1", name, input }], await tools.open());
    expect(result?.text).not.toContain("new problem");
  });
});

describe("a call with a stale hash", () => {
  it("returns the changes since the start of the turn if the model has that version of the file", async () => {
    const context = await tools.open();
    await run(context, edit("setup.mdx", setup, "## Linux\n", "## Linux\n\nNew.\n"));
    const [result] = await run(context, edit("setup.mdx", setup, "## Windows", "## Win"));
    expect(result).toMatchObject({ ok: false });
    expect(result?.text).toContain("is stale");
    expect(result?.text).toContain("+New.");
    const now = hashOf(setup.replace("## Linux\n", "## Linux\n\nNew.\n"));
    expect(result?.text).toContain(`repeat it with the hash ${now}`);
  });

  it("returns the changes since an earlier step if the model has that step's result", async () => {
    const context = await tools.open();
    const second = setup.replace("## Linux\n", "## Linux\n\nNew.\n");
    await run(context, edit("setup.mdx", setup, "## Linux\n", "## Linux\n\nNew.\n"));
    await run(context, ["read", { path: "setup.mdx" }]);
    await run(context, edit("setup.mdx", second, "New.", "Newer."));
    const [result] = await run(context, edit("setup.mdx", second, "## Windows", "## Win"));
    expect(result?.text).toContain("-New.\n+Newer.");
    expect(result?.text).not.toContain("## Windows");
  });

  it("asks the model to read the file again if the diff would be too long or the hash is unknown", async () => {
    const context = await tools.open();
    const words: Call = [
      "edit",
      { path: "long.md", hash: hashOf(long), edits: [{ old: "Line", new: "Row", all: true }] },
    ];
    await run(context, words);
    for (const call of [words, ["edit", { ...words[1], hash: "0".repeat(40) }] as const]) {
      const [result] = await run(context, call);
      expect(result?.text).toContain("is stale");
      expect(result?.text).toContain("Read it again");
      expect(result?.text.length).toBeLessThan(500);
    }
  });
});

describe("parallel calls", () => {
  it("can edit one file with the hash from a single read", async () => {
    const context = await tools.open();
    const results = await run(
      context,
      edit("setup.mdx", setup, "## Linux\n\nText.", "## Linux\n\nOne."),
      edit("setup.mdx", setup, "## Windows\n\nText.", "## Windows\n\nTwo."),
      ["read", { path: "setup.mdx" }],
    );
    expect(results.map(({ ok }) => ok)).toEqual([true, true, true]);
    expect(results[2]?.text).toMatch(/One\.[\s\S]*Two\./u);
  });

  it("see the file as the previous calls left it", async () => {
    const results = await run(
      await tools.open(),
      edit("setup.mdx", setup, "## Linux", "## Unix"),
      edit("setup.mdx", setup, "## Linux", "## BSD"),
    );
    expect(results.map(({ ok }) => ok)).toEqual([true, false]);
    expect(results[1]?.text).toContain("was not found in setup.mdx");
  });

  it("can follow a change by another tool, but not with line numbers, and are stale in the next step", async () => {
    const context = await tools.open();
    const results = await run(
      context,
      edit("setup.mdx", setup, "## Linux", "## Unix"),
      ["rename_term", { from: "Text", to: "Prose" }],
      edit("setup.mdx", setup, "## Windows", "## BSD"),
      edit("setup.mdx", setup, "Text", "Words"),
      ["edit", { path: "setup.mdx", hash: blobId(Buffer.from(setup)), edits: [{ lines: "5", new: "x" }] }],
    );
    expect(results.map(({ ok }) => ok)).toEqual([true, true, true, false, false]);
    expect(results[3]?.text).toContain("was not found in setup.mdx");
    expect(results[4]?.text).toContain("is stale");
    const [again] = await run(context, edit("setup.mdx", setup, "## BSD", "## Windows"));
    expect(again).toMatchObject({ ok: false, text: expect.stringContaining("is stale") });
  });

  it("do not finish the turn if one of them fails, whether it comes before or after `finish`", async () => {
    const failing = edit("setup.mdx", setup, "No such text", "x");
    const finish: Call = ["finish", { summary: "Done." }];
    for (const calls of [
      [failing, finish],
      [finish, failing],
    ]) {
      const results = await run(await tools.open(), ...calls);
      const answer = results.find(({ name }) => name === "finish");
      expect(answer).toMatchObject({ ok: false, data: null });
      expect(answer?.text).toContain("because edit failed in the same step");
    }
    // The model had not yet seen the failed call's result.
    const [, looked] = await run(await tools.open(), ["read", { path: "nowhere.md" }], finish);
    expect(looked).toMatchObject({ name: "finish", ok: false });
  });
});

describe("an input in an unusual format", () => {
  it("is accepted if it is otherwise valid", async () => {
    const results = await run(
      await tools.open(),
      ["search", { pattern: 399, in: "long.md", ignoreCase: "false" }],
      ["read", { path: "long.md", startLine: "400", lines: null }],
    );
    expect(textsOf(results).map((text) => text.includes("Line 399."))).toEqual([true, true]);
  });
});

describe("a result that could be mistaken for another", () => {
  it("says that there are no files in the searched folder", async () => {
    const [nowhere, somewhere] = textsOf(
      await run(
        await tools.open(),
        ["search", { pattern: "Text", in: ["guides", "docs/**/*.{md,mdx}"] }],
        ["search", { pattern: "No such text", in: ["*.mdx"] }],
      ),
    );
    expect(nowhere).toContain("The repository has no files that match guides, docs/**/*.{md,mdx}.");
    expect(somewhere).toBe("No matches in 3 files.");
  });

  it("says that the written text is already there", async () => {
    const path = "other.mdx";
    const write: Call = ["write", { path, hash: hashOf(files[path]), text: files[path] }];
    const [result] = await run(await tools.open(), write);
    expect(result).toMatchObject({ ok: false, text: expect.stringContaining("already has this text") });
  });

  it("says that a navigation group is new", async () => {
    const context = await tools.open();
    const add = (path: string): Call => [
      "add_page",
      { path, title: "Page", content: "Text.", place: { group: ["Guides"] } },
    ];
    const [first, second, moved] = textsOf(
      await run(context, add("a.mdx"), add("b.mdx"), [
        "edit_nav",
        { action: "move", page: "/a", place: { group: ["guides too"] } },
      ]),
    );
    expect(first).toContain("did not exist and were created: Guides. Existing groups beside them: Start.");
    expect(second).not.toContain("were created");
    expect(moved).toContain(
      "did not exist and were created: guides too. Existing groups beside them: Start, Guides.",
    );
  });

  it("rejects frontmatter within a page's content, and accepts a path that starts with ./", async () => {
    const context = await tools.open();
    const add = (path: string, content: string): Call => ["add_page", { path, title: "Page", content }];
    const [refused, taken] = await run(
      context,
      add("a.mdx", "---\ntitle: Page\n---\n\nText.\n"),
      add("./b.mdx", "---\n\nText.\n"),
    );
    expect(refused).toMatchObject({ ok: false, text: expect.stringContaining("begins with frontmatter") });
    expect(taken).toMatchObject({ ok: true, data: { path: "b.mdx" } });
  });
});
