import { symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { git, makeRepository, temporaryFolder } from "../../../test/support/repository.ts";
import { createPageCache, createParserProcess } from "../../docs/index.ts";
import { limits } from "../../limits.ts";
import { createSystemClock } from "../../std/clock.ts";
import { createMirrors, createWorkspace, type Mirror, type Sha } from "../../workspace/index.ts";
import type { ToolResult } from "../models/model.ts";
import {
  createToolContext,
  describeTools,
  executeToolCalls,
  type ToolContext,
  type ToolData,
  type ToolInput,
  type ToolName,
} from "./index.ts";

const files = {
  "docs.json": `${JSON.stringify(
    {
      navigation: {
        groups: [
          { group: "Start", pages: ["index", "quickstart"] },
          { group: "Guides", pages: ["guides/setup"] },
        ],
      },
    },
    null,
    2,
  )}\n`,
  "index.mdx":
    "---\ntitle: Welcome\n---\n\nAcme Cloud. See [setup](/guides/setup#linux) and [gone](/gone).\n",
  "quickstart.mdx": "---\ntitle: Quick start\n---\n\nInstall “Acme Cloud” – version 1.4.2.\n\nInstall it.\n",
  "guides/setup.mdx": "---\ntitle: Setting up\n---\n\n## Linux\n\nText.\n\n## Windows\n\nText.\n",
  "crlf.mdx": "# CRLF\r\n\r\nOne line.\r\nAnother line.\r\n",
  "image.png": "\u0000\u0001binary",
  "long.txt": Array.from({ length: 3000 }, (_, index) => `line ${index + 1}`).join("\n"),
  "wide.txt": `${"x".repeat(60_000)}\nshort\n`,
};

const folder = temporaryFolder();
const clock = createSystemClock();
const mirrors = createMirrors({ dir: join(folder.path, "mirrors"), clock });
const parser = createParserProcess({ clock });
const cache = createPageCache();
let mirror: Mirror;
let base: Sha;

beforeAll(async () => {
  const repository = makeRepository(join(folder.path, "docs.git"), files);
  const work = `${repository}.work`;
  // What no docs tool would write: a link out of the tree, and a file that is not UTF-8.
  symlinkSync("/etc/passwd", join(work, "link.mdx"));
  writeFileSync(join(work, "latin1.mdx"), Buffer.from("Caf\xe9 Acme Cloud\n", "latin1"));
  git(work, "add", "--all");
  git(work, "commit", "--quiet", "-m", "Add what is odd");
  git(work, "push", "--quiet", "origin", "HEAD:main");
  mirror = await mirrors.open(
    { url: `file://${repository}`, localAllowed: true },
    { signal: AbortSignal.timeout(20_000) },
  );
  base = (await mirror.resolve("main"))!;
});

afterAll(async () => {
  await mirrors.close();
  await parser.close();
  folder[Symbol.dispose]();
});

async function open(signal: AbortSignal = new AbortController().signal): Promise<ToolContext> {
  const workspace = await createWorkspace({ mirror, base });
  return createToolContext({ workspace, cache, parser, docsFolder: null, code: null, signal });
}

type Result<Name extends ToolName> = Omit<ToolResult, "data"> & { readonly data: ToolData<Name> };

async function call<Name extends ToolName>(
  context: ToolContext,
  name: Name,
  input: ToolInput<Name>,
): Promise<Result<Name>> {
  const [result] = await executeToolCalls([{ id: "1", name, input }], context);
  return result as Result<Name>;
}

async function textOf(context: ToolContext, path: string): Promise<string> {
  return Buffer.from((await context.workspace.read([path])).get(path) ?? "").toString();
}

describe("read", () => {
  test("shows lines with numbers, and the hash that edit asks for", async () => {
    const { ok, text, data } = await call(await open(), "read", { path: "quickstart.mdx" });
    expect(ok).toBe(true);
    expect(text.split("\n").slice(1)).toEqual([
      "1\t---",
      "2\ttitle: Quick start",
      "3\t---",
      "4\t",
      "5\tInstall “Acme Cloud” – version 1.4.2.",
      "6\t",
      "7\tInstall it.",
    ]);
    expect(data).toMatchObject({ text: files["quickstart.mdx"], startLine: 1, endLine: 7, totalLines: 7 });
    expect(text).toContain(data.hash);
  });

  test("by address too, and in windows that say how to go on", async () => {
    const context = await open();
    expect((await call(context, "read", { path: "/guides/setup" })).data.path).toBe("guides/setup.mdx");
    const first = await call(context, "read", { path: "long.txt" });
    expect(first.data).toMatchObject({
      startLine: 1,
      endLine: limits.turn.readWindowLines,
      totalLines: 3000,
    });
    expect(first.text).toContain(`Go on with startLine ${limits.turn.readWindowLines + 1}`);
    const last = await call(context, "read", { path: "long.txt", startLine: 2999 });
    expect(last.data).toMatchObject({ text: "line 2999\nline 3000", endLine: 3000 });
  });

  test("never shows part of a line", async () => {
    const { text, data } = await call(await open(), "read", { path: "wide.txt" });
    expect(data).toMatchObject({ text: "", endLine: 0 });
    expect(text).toContain("Line 1 is too long to be shown whole");
    expect((await call(await open(), "read", { path: "wide.txt", startLine: 2 })).data.text).toBe("short\n");
  });

  test.each([
    ["image.png", "is not text"],
    ["latin1.mdx", "is not valid UTF-8"],
    ["link.mdx", "is a symbolic link, which is not followed"],
    ["gone.mdx", "There is no file gone.mdx"],
    ["../etc/passwd", "There is no file"],
    ["long.txt", "only 3000 lines", 5000],
  ])("%s: %s", async (path, sentence, startLine = 1) => {
    const { ok, text, data } = await call(await open(), "read", { path, startLine: Number(startLine) });
    expect({ ok, data }).toEqual({ ok: false, data: null });
    expect(text).toContain(sentence);
    expect(text).not.toContain("root:");
  });
});

describe("edit", () => {
  async function edit(path: string, edits: ToolInput<"edit">["edits"], context?: ToolContext) {
    const place = context ?? (await open());
    const { hash } = (await call(place, "read", { path })).data;
    return { result: await call(place, "edit", { path, hash, edits }), text: await textOf(place, path) };
  }

  test("several texts at once", async () => {
    const { result, text } = await edit("quickstart.mdx", [
      { old: "version 1.4.2", new: "version 1.5.0" },
      { old: "Install it.", new: "Run it.\nDone." },
    ]);
    expect(result).toMatchObject({ ok: true, data: { count: 2 } });
    expect(text).toBe(
      files["quickstart.mdx"].replace("1.4.2", "1.5.0").replace("Install it.", "Run it.\nDone."),
    );
  });

  test("all or none", async () => {
    const { result, text } = await edit("quickstart.mdx", [
      { old: "Install it.", new: "Run it." },
      { old: "not there at all", new: "x" },
    ]);
    expect(result.ok).toBe(false);
    expect(result.text).toContain("edits[1]: The old text does not stand in quickstart.mdx");
    expect(text).toBe(files["quickstart.mdx"]);
  });

  test("line breaks match those of the file, and new ones are like them", async () => {
    const { text } = await edit("crlf.mdx", [{ old: "One line.\nAnother line.", new: "One.\nTwo.\nThree." }]);
    expect(text).toBe("# CRLF\r\n\r\nOne.\r\nTwo.\r\nThree.\r\n");
    expect((await edit("crlf.mdx", [{ old: "One line.", new: "One.\nTwo." }])).text).toBe(
      "# CRLF\r\n\r\nOne.\r\nTwo.\r\nAnother line.\r\n",
    );
  });

  test("a near miss is shown with its line, and never applied", async () => {
    const { result, text } = await edit("quickstart.mdx", [
      { old: 'Install "Acme Cloud" - version 1.4.2.', new: "x" },
    ]);
    expect(result.ok).toBe(false);
    expect(result.text).toContain("5\tInstall “Acme Cloud” – version 1.4.2.");
    expect(result.text).toContain("differ only in spaces, quotes, dashes or letter case");
    expect(text).toBe(files["quickstart.mdx"]);
  });

  test("a text that stands more than once is refused with its lines, unless all are meant", async () => {
    const { result } = await edit("guides/setup.mdx", [{ old: "Text.", new: "Words." }]);
    expect(result.text).toContain("stands 2 times in guides/setup.mdx, on lines 7, 11");
    const all = await edit("guides/setup.mdx", [{ old: "Text.", new: "Words.", all: true }]);
    expect(all.text).toBe(files["guides/setup.mdx"].replaceAll("Text.", "Words."));
  });

  test("a stale hash is refused", async () => {
    const context = await open();
    const { hash } = (await call(context, "read", { path: "index.mdx" })).data;
    await call(context, "rename_term", { from: "Acme Cloud", to: "Acme Platform" });
    const { ok, text } = await call(context, "edit", {
      path: "index.mdx",
      hash,
      edits: [{ old: "See", new: "Read" }],
    });
    expect(ok).toBe(false);
    expect(text).toContain("stale");
  });

  test.each([
    [[{ old: "Install it.", new: "Install it." }], "change nothing"],
    [
      [
        { old: "Install it.", new: "a" },
        { old: "it.", new: "b" },
      ],
      "overlap on line 7",
    ],
    [[{ old: "Install it.", new: "\ud800" }], "half a surrogate pair"],
    [[{ old: "Install it.", new: "a\u0000b" }], "NUL"],
  ])("%j is refused", async (edits, sentence) => {
    const { result, text } = await edit("quickstart.mdx", edits);
    expect(result.text).toContain(sentence);
    expect(text).toBe(files["quickstart.mdx"]);
  });

  test("files that are no UTF-8 are not written", async () => {
    const context = await open();
    const hash = context.workspace.entry("latin1.mdx")?.blob ?? "";
    expect(
      (await call(context, "edit", { path: "latin1.mdx", hash, edits: [{ old: "Acme", new: "x" }] })).ok,
    ).toBe(false);
    expect((await call(context, "write", { path: "latin1.mdx", hash, text: "x" })).ok).toBe(false);
    expect(
      (await call(context, "rename_term", { from: "Acme Cloud", to: "Zenith" })).data.pages.map(
        ({ path }) => path,
      ),
    ).toEqual(["index.mdx", "quickstart.mdx"]);
  });
});

describe("write", () => {
  test("makes a new file, and overwrites one whose hash is known", async () => {
    const context = await open();
    const made = await call(context, "write", { path: "new/page.mdx", text: "# New\n" });
    expect(made.data).toMatchObject({ created: true });
    expect((await call(context, "write", { path: "new/page.mdx", text: "# Newer\n" })).text).toContain(
      "exists",
    );
    await call(context, "write", { path: "new/page.mdx", text: "# Newer\n", hash: made.data.hash });
    expect(await textOf(context, "new/page.mdx")).toBe("# Newer\n");
  });

  test("keeps CRLF where the file has nothing else", async () => {
    const context = await open();
    const { hash } = (await call(context, "read", { path: "crlf.mdx" })).data;
    await call(context, "write", { path: "crlf.mdx", hash, text: "# A\n\nB\n" });
    expect(await textOf(context, "crlf.mdx")).toBe("# A\r\n\r\nB\r\n");
  });

  test.each([
    ["../out.md", ".."],
    ["/etc/passwd", "/"],
    [".git/config", ".git"],
    ["a/.GIT/hooks/x", "git"],
    ["link.mdx", "symbolic link"],
    ["link.mdx/x.md", "link.mdx"],
    ["INDEX.mdx", "index.mdx"],
    ["a\\b.md", "\\"],
    ["index.mdx/x.md", "index.mdx"],
  ])("%s is refused with a sentence", async (path, part) => {
    const context = await open();
    const { ok, text } = await call(context, "write", { path, text: "x" });
    expect(ok).toBe(false);
    expect(text).toContain(part);
    expect(context.workspace.changes()).toEqual([]);
  });
});

describe("list", () => {
  test("shows pages with address, title and place", async () => {
    const { data, text } = await call(await open(), "list", {});
    expect(data).toMatchObject({
      framework: "mintlify",
      root: "",
      total: 5,
      nextOffset: null,
      navigationWritable: true,
    });
    expect(data.pages.find(({ path }) => path === "guides/setup.mdx")).toEqual({
      path: "guides/setup.mdx",
      url: "/guides/setup",
      title: "Setting up",
      description: null,
      group: ["Guides"],
      match: null,
    });
    expect(data.pages.find(({ path }) => path === "crlf.mdx")?.group).toBeNull();
    expect(data.folders).toEqual([{ path: "guides", pages: 1, match: null }]);
    expect(data.groups).toEqual([
      { names: ["Start"], pages: 2 },
      { names: ["Guides"], pages: 1 },
    ]);
    expect(text).toContain('guides/setup.mdx  /guides/setup  "Setting up"  (Guides)');
  });

  test.each([
    ["guides/setup.mdx", "guides/setup.mdx", "path"],
    ["guides/setup", "guides/setup.mdx", "path"],
    ["/guides/setup/", "guides/setup.mdx", "path"],
    ["setting up", "guides/setup.mdx", "title"],
    ["“Setting Up”.", "guides/setup.mdx", "title"],
    ["quick-start", "quickstart.mdx", "title"],
    ["setup", "guides/setup.mdx", "fileName"],
    ["up", "guides/setup.mdx", "partial"],
    ["/", "index.mdx", "url"],
  ])("finds %s", async (find, path, match) => {
    const { data } = await call(await open(), "list", { find });
    expect(data.pages[0]).toMatchObject({ path, match });
  });

  test("finds folders and groups, too", async () => {
    const { data } = await call(await open(), "list", { find: "Guides" });
    expect(data.folders).toEqual([{ path: "guides", pages: 1, match: "fileName" }]);
    expect(data.groups).toEqual([{ names: ["Guides"], pages: 1 }]);
  });

  test("goes on where it was cut", async () => {
    const context = await open();
    const first = await call(context, "list", { limit: 3 });
    expect(first.data).toMatchObject({ total: 5, nextOffset: 3 });
    const rest = await call(context, "list", { limit: 3, offset: 3 });
    expect(first.data.pages.length + rest.data.pages.length).toBe(5);
    expect(rest.data.nextOffset).toBeNull();
  });

  test("lists files", async () => {
    const { data } = await call(await open(), "list", { what: "files", glob: "*.{png,txt}" });
    expect(data.files).toEqual(["image.png", "long.txt", "wide.txt"]);
  });
});

describe("search", () => {
  test("finds lines with path and number", async () => {
    const { data, text } = await call(await open(), "search", { pattern: "acme cloud", ignoreCase: true });
    expect(data.files).toContainEqual({ path: "latin1.mdx", count: 1 });
    expect(data.matches.filter(({ path }) => path !== "latin1.mdx")).toEqual([
      { path: "index.mdx", line: 5, text: "Acme Cloud. See [setup](/guides/setup#linux) and [gone](/gone)." },
      { path: "quickstart.mdx", line: 5, text: "Install “Acme Cloud” – version 1.4.2." },
    ]);
    expect(text).toContain("index.mdx:5: Acme Cloud.");
  });

  test.each([
    [{ pattern: "## (Linux|Windows)", regex: true }, 2],
    [{ pattern: String.raw`version \d+\.[\d.]+`, regex: true }, 1],
    [{ pattern: "Text.", in: ["guides"] }, 2],
    [{ pattern: "Text.", in: ["/guides/setup"] }, 2],
    [{ pattern: "Text.", in: ["**/*.{md,mdx}"] }, 2],
    [{ pattern: "Text.", in: ["*.mdx"] }, 0],
    [{ pattern: "line", in: ["long.txt"] }, 3000],
  ])("%j", async (input, total) => {
    expect((await call(await open(), "search", input)).data.total).toBe(total);
  });

  test("sees the overlay, in parts, whole lines only", async () => {
    const context = await open();
    await call(context, "write", { path: "new.txt", text: `${"y".repeat(5000)} needle\nneedle\n` });
    const { data } = await call(context, "search", { pattern: "needle", limit: 1 });
    expect(data).toMatchObject({ total: 2, nextOffset: 1, files: [{ path: "new.txt", count: 2 }] });
    expect(data.matches[0]?.text.length).toBeLessThanOrEqual(limits.tools.lineCharsMax + 1);
  });

  test.each([
    [{ pattern: "(", regex: true }, "regular expression"],
    [{ pattern: "a\nb" }, "within one line"],
    [{ pattern: "a", in: ["../x"] }, "below the top"],
    [{ pattern: "a", in: ["{a,b}".repeat(20)] }, "more than 256 patterns"],
  ])("%j is refused", async (input, sentence) => {
    const { ok, text } = await call(await open(), "search", input);
    expect(ok).toBe(false);
    expect(text).toContain(sentence);
  });
});

test("outline shows headings, and finds the pages that have one", async () => {
  const context = await open();
  const { data } = await call(context, "outline", { in: ["/guides/setup"] });
  expect(data.pages).toEqual([
    {
      path: "guides/setup.mdx",
      url: "/guides/setup",
      hash: context.workspace.entry("guides/setup.mdx")?.blob,
      title: "Setting up",
      description: null,
      lines: 11,
      frontmatter: { title: "Setting up" },
      headings: [
        { depth: 2, text: "Linux", slug: "linux", line: 5 },
        { depth: 2, text: "Windows", slug: "windows", line: 9 },
      ],
      inboundLinks: 1,
      problem: null,
    },
  ]);
  const found = await call(context, "outline", { heading: "windows" });
  expect(found.data.pages.map(({ path, headings }) => [path, headings.length])).toEqual([
    ["guides/setup.mdx", 1],
  ]);
});

describe("what changes the site leaves the checks green", () => {
  test("move, rename, bump, redirect, navigation", async () => {
    const context = await open();
    const steps: [ToolName, unknown][] = [
      ["move_page", { from: "guides", to: "learn" }],
      ["rename_term", { from: "Linux", to: "Ubuntu" }],
      ["bump_version", { to: "1.5.0" }],
      [
        "add_page",
        {
          path: "learn/",
          title: "More to know",
          content: "See [it](/learn/setup#ubuntu).",
          place: { after: "/learn/setup" },
        },
      ],
      ["insert_under_heading", { page: "/learn/setup", heading: "Windows", content: "More." }],
      ["set_frontmatter", { key: "description", fromFirstParagraph: true, onlyMissing: true, in: ["learn"] }],
      ["edit_nav", { action: "rename_group", group: ["Start"], label: "Begin" }],
      ["add_redirect", { from: "/older", to: "/learn/setup" }],
      ["replace_links", { from: "/gone", to: "/quickstart" }],
      ["delete_page", { page: "/quickstart", redirectTo: "/learn/setup" }],
    ];
    for (const [name, input] of steps) {
      const [result] = await executeToolCalls([{ id: name, name, input }], context);
      expect(result).toMatchObject({ callId: name, ok: true });
    }
    expect((await call(context, "check", {})).data.problems).toEqual([]);
    expect(await textOf(context, "index.mdx")).toBe(
      "---\ntitle: Welcome\n---\n\nAcme Cloud. See [setup](/learn/setup#ubuntu) and [gone](/learn/setup).\n",
    );
    const config = JSON.parse(await textOf(context, "docs.json"));
    expect(config.navigation.groups).toEqual([
      { group: "Begin", pages: ["index"] },
      { group: "Guides", pages: ["learn/setup", "learn/more-to-know"] },
    ]);
    expect(config.redirects).toEqual([
      { source: "/guides/setup", destination: "/learn/setup" },
      { source: "/older", destination: "/learn/setup" },
      { source: "/quickstart", destination: "/learn/setup" },
    ]);
  });

  test("a folder and a page may change in letter case alone", async () => {
    const context = await open();
    expect((await call(context, "move_page", { from: "guides", to: "Guides", redirect: false })).ok).toBe(
      true,
    );
    expect(
      (await call(context, "move_page", { from: "quickstart.mdx", to: "QuickStart.mdx", redirect: false }))
        .ok,
    ).toBe(true);
    expect(context.workspace.entry("Guides/setup.mdx")).not.toBeNull();
    expect(context.workspace.entry("guides/setup.mdx")).toBeNull();
    expect((await call(context, "check", {})).data.problems).toEqual([]);
  });

  test("check names what is new, with its line", async () => {
    const context = await open();
    await call(context, "write", { path: "new.mdx", text: "# New\n\n[x](/nowhere)\n" });
    const { data, text } = await call(context, "check", {});
    expect(data.problems.map(({ rule, path, line }) => ({ rule, path, line }))).toContainEqual({
      rule: "links-resolve",
      path: "new.mdx",
      line: 3,
    });
    expect(text).toContain("new.mdx:3:");
  });

  test("diff shows what was done, of all or of one file", async () => {
    const context = await open();
    expect((await call(context, "diff", {})).text).toBe("Nothing was changed.");
    await call(context, "replace_links", { from: "/gone", to: "/quickstart" });
    await call(context, "write", { path: "new.mdx", text: "# New\n\n+++ not a header\n" });
    await call(context, "delete_page", { page: "crlf.mdx" });
    const { data, text } = await call(context, "diff", {});
    expect(data.files).toEqual([
      { path: "crlf.mdx", status: "removed", addedLines: 0, removedLines: 4 },
      { path: "index.mdx", status: "modified", addedLines: 1, removedLines: 1 },
      { path: "new.mdx", status: "added", addedLines: 3, removedLines: 0 },
    ]);
    expect(text).toContain("+Acme Cloud. See [setup](/guides/setup#linux) and [gone](/quickstart).");
    const one = await call(context, "diff", { path: "new.mdx" });
    expect(one.text).toContain("+# New");
    expect(one.text).not.toContain("crlf.mdx");
    expect((await call(context, "diff", { path: "quickstart.mdx" })).ok).toBe(false);
  });
});

describe("the executor", () => {
  test("says what is wrong with an input, and what its form is", async () => {
    const context = await open();
    const [result] = await executeToolCalls(
      [{ id: "1", name: "move_page", input: { from: 1, too: "x" } }],
      context,
    );
    expect(result).toMatchObject({ ok: false, data: null });
    expect(result?.text).toMatch(/The input of move_page is wrong:\n- from: .+\n- to: .+/u);
    expect(result?.text).toContain("Its form is { from: string, to: string, redirect?: boolean }");
    expect(result?.text).toContain("too");
  });

  test.each([null, "text", [], 7, { action: "move", page: "/quickstart" }])(
    "edit_nav with %j",
    async (input) => {
      const [result] = await executeToolCalls([{ id: "1", name: "edit_nav", input }], await open());
      expect(result?.ok).toBe(false);
      expect(result?.text).toContain("The input of edit_nav is wrong");
    },
  );

  test("names the tools where one does not exist", async () => {
    const [result] = await executeToolCalls([{ id: "1", name: "shell", input: {} }], await open());
    expect(result?.text).toContain('There is no tool "shell". The tools are: list, search, read');
  });

  test("undoes what a call did before it failed, and goes on with the next", async () => {
    const context = await open();
    await call(context, "write", { path: "a.mdx", text: "# A\n" });
    const before = context.workspace.changes();
    // The folder's first file can be written; its second one meets the link.
    const results = await executeToolCalls(
      [
        { id: "1", name: "move_page", input: { from: "guides", to: "link.mdx/guides" } },
        { id: "2", name: "write", input: { path: "b.mdx", text: "# B\n" } },
      ],
      context,
    );
    expect(results.map(({ ok }) => ok)).toEqual([false, true]);
    expect(context.workspace.changes().map(({ path }) => path)).toEqual(["a.mdx", "b.mdx"]);
    expect(context.workspace.changes()[0]).toEqual(before[0]);
  });

  test("throws what is no one's to mend, with the overlay as it was", async () => {
    const context = await open();
    const fault = new Error("the disk is gone");
    const broken: ToolContext = {
      ...context,
      workspace: {
        ...context.workspace,
        remove: () => {},
        write(path, bytes) {
          context.workspace.write(path, bytes);
          throw fault;
        },
      },
    };
    const moving = executeToolCalls(
      [{ id: "1", name: "move_page", input: { from: "guides", to: "x" } }],
      broken,
    );
    await expect(moving).rejects.toBe(fault);
    expect(context.workspace.changes()).toEqual([]);
  });

  test("stops when it is aborted", async () => {
    const abort = new AbortController();
    const context = await open(abort.signal);
    abort.abort(new Error("cancelled"));
    await expect(executeToolCalls([{ id: "1", name: "list", input: {} }], context)).rejects.toThrow(
      "cancelled",
    );
    expect(context.workspace.changes()).toEqual([]);
  });

  test("carries out no more calls than a step may have", async () => {
    const calls = Array.from({ length: limits.turn.toolCallsPerStepMax + 2 }, (_, index) => ({
      id: String(index),
      name: "finish",
      input: { summary: "Done." },
    }));
    const results = await executeToolCalls(calls, await open());
    expect(results.filter(({ ok }) => ok)).toHaveLength(limits.turn.toolCallsPerStepMax);
    expect(results.at(-1)?.text).toContain("Repeat this one in the next");
  });

  test("bounds every text to whole lines", async () => {
    const context = await open();
    const { text } = await call(context, "search", { pattern: "line", in: ["long.txt"], limit: 2000 });
    const lines = text.split("\n");
    expect(lines.length).toBeLessThanOrEqual(limits.turn.toolTextLinesMax);
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(limits.turn.toolTextBytesMax);
    expect(lines.at(-1)).toMatch(/^\[\d+ of \d+ lines shown\. Go on with a larger offset/u);
    expect(lines.at(-2)).toMatch(/^long\.txt:\d+: line \d+$/u);
  });

  test("answers data that JSON holds whole", async () => {
    const context = await open();
    for (const [name, input] of [
      ["list", {}],
      ["outline", {}],
      ["rename_term", { from: "Acme Cloud", to: "Zenith" }],
      ["check", {}],
      ["diff", {}],
    ] as const) {
      const { data } = await call(context, name, input);
      expect(JSON.parse(JSON.stringify(data))).toEqual(data);
    }
  });
});

describe("what models are told", () => {
  test("is the same bytes every time, and JSON Schema of an object", () => {
    const once = JSON.stringify(describeTools("exact", { code: null }));
    expect(JSON.stringify(describeTools("exact", { code: null }))).toBe(once);
    for (const { name, description, inputSchema } of describeTools("exact", { code: null })) {
      expect(name).toMatch(/^[a-z_]+$/u);
      expect(description.length).toBeGreaterThan(40);
      expect(inputSchema).toMatchObject({ type: "object", additionalProperties: false });
    }
  });

  test("names every tool of the plan", () => {
    expect(describeTools("exact", { code: null }).map(({ name }) => name)).toEqual(
      "list search read outline edit write move_page delete_page add_page rename_term replace_links fix_links set_frontmatter insert_under_heading bump_version edit_nav add_redirect check diff finish".split(
        " ",
      ),
    );
  });
});
