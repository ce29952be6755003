import { describe, expect, it } from "vitest";
import { createSlugger, looseAnchor, type SlugRule, slugify } from "./slug.ts";

// Expected values come from the documentation of github-slugger and rehype-slug, Python-Markdown's test suite for toc,
// VitePress's documentation, and "Automatic anchor IDs" in Mintlify's documentation.
const cases: [SlugRule, string, string][] = [
  ["github", "Foo Bar", "foo-bar"],
  ["github", "I ♥ unicode", "i--unicode"],
  ["github", "Limits & Retries", "limits--retries"],
  ["github", "Что-то", "что-то"],
  ["github", "heading with a - dash", "heading-with-a---dash"],
  ["github", "heading with an _ underscore", "heading-with-an-_-underscore"],
  ["github", "heading with 日本語 and 😄", "heading-with-日本語-and-"],
  ["github", "`code` & more!", "code--more"],
  ["github", "1.2.3", "123"],
  ["mintlify", "Getting started", "getting-started"],
  ["mintlify", "What's new", "what’s-new"],
  ["mintlify", "docs.json", "docs-json"],
  ["mintlify", "Users (beta)", "users-beta"],
  ["mintlify", "OAuth/SSO", "oauth/sso"],
  ["mintlify", "Terms & conditions", "terms-&-conditions"],
  ["mintlify", "JavaScript SDK", "javascript-sdk"],
  ["python-markdown", "Header with *emphasis*".replaceAll("*", ""), "header-with-emphasis"],
  ["python-markdown", "C++ & C#", "c-c"],
  ["python-markdown", "Žlutý kůň", "zluty-kun"],
  ["python-markdown", "Under_score  and -- dash", "under_score-and-dash"],
  ["python-markdown", "日本", ""],
  ["mdit-vue", "Header Anchors", "header-anchors"],
  ["mdit-vue", "GitHub-Style Tables", "github-style-tables"],
  ["mdit-vue", "1. Install", "_1-install"],
  ["mdit-vue", "关于markdown", "关于markdown"],
  ["mdit-vue", "Été!", "ete"],
];

describe("slugify", () => {
  it.each(cases)("with rule %s, turns %j into %j", (rule, text, slug) => {
    expect(slugify(text, rule)).toBe(slug);
  });
});

describe("a slugger", () => {
  const repeated: [SlugRule, string[], string[]][] = [
    ["github", ["Foo", "Foo", "Foo"], ["foo", "foo-1", "foo-2"]],
    ["github", ["Foo", "Foo 1", "Foo"], ["foo", "foo-1", "foo-2"]],
    ["mintlify", ["Setup", "Setup", "Setup"], ["setup", "setup-2", "setup-3"]],
    ["python-markdown", ["Header", "Header", "Header"], ["header", "header_1", "header_2"]],
    ["python-markdown", ["日本", "日本"], ["_1", "_2"]],
    ["python-markdown", ["a", "a_2", "a", "a", "a_1"], ["a", "a_2", "a_1", "a_3", "a_4"]],
    ["python-markdown", ["日本", "_1", "日本"], ["_1", "_2", "_3"]],
    ["python-markdown", ["a 1", "a_1", "a_1"], ["a-1", "a_1", "a_2"]],
    ["mdit-vue", ["A", "A", "A"], ["a", "a-1", "a-2"]],
  ];
  it.each(repeated)("with rule %s, numbers the headings %j as %j", (rule, texts, slugs) => {
    const slugger = createSlugger(rule);
    expect(texts.map((text) => slugger.slug(text, null))).toEqual(slugs);
  });

  it("keeps an explicit ID and gives other headings different slugs", () => {
    const slugger = createSlugger("github");
    expect(slugger.slug("Title", "install")).toBe("install");
    expect(slugger.slug("Install", null)).toBe("install-1");
  });
});

describe("looseAnchor", () => {
  it("keeps only letters and digits", () => {
    expect(looseAnchor("What’s-new_in-2.0")).toBe("whatsnewin20");
  });
});
