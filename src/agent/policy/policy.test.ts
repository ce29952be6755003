import { describe, expect, it } from "vitest";
import { siteFrom } from "../../../packages/site/test/support/site.ts";
import { limits } from "../../limits.ts";
import { blobId, type Change } from "../../workspace/index.ts";
import { judgeChange } from "./index.ts";
import { refusedMkdocsChange } from "./mkdocs.ts";
import { refusedPath } from "./paths.ts";

const none = { moved: false };

describe("paths", () => {
  it.each([
    ...[
      "index.mdx",
      "docs/a.md",
      "README.md",
      "images/x.png",
      "docs.json",
      "mint.json",
      "docs/SUMMARY.md",
      "llms.txt",
    ],
    ...["guides/_category_.json", ".gitbook.yaml", "mkdocs.yml", "docs/package.md"],
  ])("allows %s", (path) => expect(refusedPath(path, none)).toBeNull());

  it.each([
    ...[
      ".github/workflows/ci.yml",
      ".github/CODEOWNERS",
      "CODEOWNERS",
      "docs/CODEOWNERS.md",
      ".gitlab-ci.yml",
    ],
    ...[
      "package.json",
      "docs/package-lock.json",
      "docusaurus.config.ts",
      "docs/.vitepress/config.md",
      "astro.config.mjs",
    ],
    ...[
      "AGENTS.md",
      "docs/agents.md",
      "CLAUDE.md",
      "GEMINI.md",
      ".cursorrules",
      ".cursor/rules/a.mdx",
      ".gitattributes",
    ],
    ...[
      "Makefile",
      "scripts/build.sh",
      "src/index.ts",
      "requirements.txt",
      "sidebars.js",
      "theme.css",
      "logo.svg",
      "noext",
    ],
    ...[".github/copilot-instructions.md", "node_modules/x/readme.md", "vercel.json", "netlify.toml", ".env"],
  ])("refuses %s", (path) => expect(refusedPath(path, none)).toContain(path));

  it("lets a download move with its page, but not a file that the build reads", () => {
    expect(refusedPath("files/example.zip", { moved: true })).toBeNull();
    expect(refusedPath("sub/package.json", { moved: true })).not.toBeNull();
    expect(refusedPath(".github/x.zip", { moved: true })).not.toBeNull();
  });
});

describe("mkdocs.yml", () => {
  const base = [
    "site_name: Acme",
    "theme:",
    "  name: material",
    "nav:",
    "  - Home: index.md",
    "plugins:",
    "  - search",
    "  - redirects:",
    "      redirect_maps:",
    "        a.md: b.md",
    "hooks:",
    "  - hooks.py",
    "markdown_extensions:",
    "  - pymdownx.emoji:",
    "      emoji_index: !!python/name:material.extensions.emoji.twemoji",
    "",
  ].join("\n");
  const refused = (edit: (text: string) => string) => refusedMkdocsChange("mkdocs.yml", base, edit(base));

  it("allows changes to navigation, redirects and titles", () => {
    expect(
      refused((t) =>
        t.replace("  - Home: index.md\n", "  - Start:\n      - Home: index.md\n      - B: b.md\n"),
      ),
    ).toBeNull();
    expect(refused((t) => t.replace("a.md: b.md", "a.md: c.md\n        d.md: e.md"))).toBeNull();
    expect(refused((t) => t.replace("site_name: Acme", "site_name: Acme Platform"))).toBeNull();
  });

  it.each([
    ["a hook", (t: string) => t.replace("hooks.py", "evil.py")],
    ["a new hook", (t: string) => t.replace("  - hooks.py\n", "  - hooks.py\n  - evil.py\n")],
    ["the theme", (t: string) => t.replace("material\n", "evil\n")],
    ["a plugin", (t: string) => t.replace("  - search\n", "  - search\n  - macros\n")],
    ["a tag in the navigation", (t: string) => t.replace("index.md", "!!python/object/apply:os.system [id]")],
    ["an extension's tag", (t: string) => t.replace("twemoji", "evil")],
    ["no YAML at all", () => "nav: [\n"],
    ["another document", (t: string) => `${t}---\nhooks: [evil.py]\n`],
  ])("refuses changes to %s", (_what, edit) => expect(refused(edit)).toContain("mkdocs.yml"));
});

describe("the whole change", () => {
  const change = (path: string, after: string | null, before: string | null = null): Change => ({
    path,
    mode: "100644",
    before: before === null ? null : blobId(Buffer.from(before)),
    after: after === null ? null : Buffer.from(after),
  });
  const violations = async (
    changes: readonly Change[],
    before: Record<string, string> = {},
    { text = "", allowed = [] }: { text?: string; allowed?: readonly string[] } = {},
  ) => {
    const site = await siteFrom(before);
    const proposal = {
      changes,
      before: new Map(Object.entries(before).map(([path, old]) => [path, Buffer.from(old)])),
      texts: [{ name: "The text", text }],
      allowed,
    };
    return (await judgeChange({ ...proposal, base: site, site })).violations;
  };
  // Assembled here so that scanners do not report this file as a leak.
  const token = `ghp_${"a1B2c3D4e5F6".repeat(3)}`;

  it("allows ordinary edits and files that only move", async () => {
    expect(await violations([change("a.mdx", "new", "old")], { "a.mdx": "old" })).toEqual([]);
    expect(
      await violations([change("old/x.zip", null, "bytes"), change("new/x.zip", "bytes")], {
        "old/x.zip": "bytes",
      }),
    ).toEqual([]);
    expect(await violations([change("new/x.zip", "bytes")])).toHaveLength(1);
  });

  it("finds a new secret in a page or in the text, and ignores an existing one", async () => {
    expect((await violations([change("a.mdx", `key ${token}`)]))[0]).toContain("a.mdx");
    expect((await violations([change("a.mdx", "x")], {}, { text: `key ${token}` }))[0]).toContain("The text");
    const old = `key ${token}\n`;
    expect(await violations([change("a.mdx", `${old}more\n`, old)], { "a.mdx": old })).toEqual([]);
    const own = `dw_${"a1".repeat(19)}`;
    expect((await violations([change("a.mdx", own)]))[0]).toContain("docwright key");
    expect((await violations([change("a.mdx", `key ${token}`)])).join()).not.toContain(token);
  });

  it("allows exact paths that the project allows, and says how to allow a path", async () => {
    const changes = [change("package.json", "{}"), change("sub/package.json", "{}")];
    const [refused, ...others] = await violations(changes, {}, { allowed: ["package.json"] });
    expect(refused).toContain(`paths.allowed=["sub/package.json"]`);
    expect(others).toEqual([]);
  });

  it("refuses new executable files", async () => {
    const program: Change = { ...change("b.md", "#!/bin/sh"), mode: "100755" };
    expect(await violations([program])).toHaveLength(1);
  });

  it("enforces the limits on files and bytes", async () => {
    const many = Array.from({ length: limits.policy.changedFilesMax + 1 }, (_, i) => change(`${i}.md`, "x"));
    expect(await violations(many)).toHaveLength(1);
    const large = change("a.md", "x".repeat(limits.policy.changedFileBytesMax + 1));
    expect((await violations([large]))[0]).toContain("a.md");
  });
});
