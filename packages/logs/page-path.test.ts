import fc from "fast-check";
import { expect, test } from "vitest";
import { anyText } from "../../test/support/any-text.ts";
import { cpuMsOf } from "../../test/support/cpu-time.ts";
import { normalizePath } from "./page-path.ts";

test.each([
  ["/", "/"],
  ["", "/"],
  ["/a/b", "/a/b"],
  ["/a/b/", "/a/b"],
  ["/a//b///", "/a/b"],
  ["a/b", "/a/b"],
  ["/a?x=1", "/a"],
  ["/a#top", "/a"],
  ["/a#top?x", "/a"],
  ["?x=1", "/"],
  ["https://docs.example.com", "/"],
  ["https://docs.example.com?x=/a", "/"],
  ["https://docs.example.com/a/b?c#d", "/a/b"],
  ["HTTP://docs.example.com:8080/a", "/a"],
  ["/https://other.example.com/a", "/https:/other.example.com/a"],
  ["/index.html", "/"],
  ["/a/index.html", "/a"],
  ["/a/index.md", "/a"],
  ["/a.html", "/a"],
  ["/a.md", "/a"],
  ["/a.mdx", "/a"],
  ["/a/index.html.md", "/a"],
  ["/A.HTML", "/A"],
  ["/a.html/", "/a"],
  ["/.md", "/"],
  ["/a/..html", "/a"],
  ["/a/b/...html", "/a"],
  ["/index", "/index"],
  ["/myindex.html", "/myindex"],
  ["/llms.txt", "/llms.txt"],
  ["/v1.2", "/v1.2"],
  ["/a/./b/../c", "/a/c"],
  ["/../../a", "/a"],
  ["/a/%2e%2E/b", "/b"],
  ["\\a\\b", "/a/b"],
  ["/%61%62", "/ab"],
  ["/a%2Fb", "/a%2Fb"],
  ["/a%2fb", "/a%2Fb"],
  ["/100%", "/100%25"],
  ["/100%25", "/100%25"],
  ["/%2541", "/%2541"],
  ["/%zz", "/%25zz"],
  ["/a b", "/a%20b"],
  ["/a%20b", "/a%20b"],
  ["/a%3Fb%23c", "/a%3Fb%23c"],
  ["/%E6%96%87%E6%9B%B8", "/文書"],
  ["/文書", "/文書"],
  ["/caf%C3%A9", "/café"],
  ["/cafe%CC%81", "/café"],
  ["/%8e%CC%81", "/%8E%CC%81"],
  ["/%0A%CC%81n", "/%0A%CC%81n"],
  ["/%FF%41", "/%FFA"],
  ["/%C3", "/%C3"],
  ["/%ED%A0%80", "/%ED%A0%80"],
  ["/a%00b", "/a%00b"],
  ["/\ud800", "/\ufffd"],
])("%j is the page %j", (target, page) => {
  expect(normalizePath(target, "")).toBe(page);
});

test.each([
  ["/docs", "/"],
  ["/docs/", "/"],
  ["/docs/index.html", "/"],
  ["/docs/guides/setup.md", "/guides/setup"],
  ["/docs/docs/a", "/a"],
  ["/docsearch", "/docsearch"],
  ["/pricing", "/pricing"],
  ["https://example.com/docs/a?b", "/a"],
])("below the base path /docs, %j is the page %j", (target, page) => {
  expect(normalizePath(target, "/docs")).toBe(page);
});

const odd = fc.constantFrom(
  ...[
    "/",
    "//",
    ".",
    "..",
    "%",
    "%2",
    "%2F",
    "%2e",
    "%25",
    "%C3%A9",
    "e%CC%81",
    "%FF",
    "%E2%82",
    "\\",
    "?",
    "#",
  ],
  ...[
    ".html",
    ".md",
    ".mdx",
    "index",
    "index.html",
    "docs",
    " ",
    "\u0301",
    "\u212a",
    "é",
    "\ud800",
    "😀",
    "a:b://",
  ],
);
const target = fc
  .array(fc.oneof(odd, fc.string({ maxLength: 3 }), anyText({ maxLength: 2 })), {
    maxLength: 12,
  })
  .map((parts) => parts.join(""));
const base = fc.constantFrom("", "/docs", "/a/b");

test("R55: normalizing twice changes nothing", () => {
  fc.assert(
    fc.property(target, base, (text, basePath) => {
      const once = normalizePath(text, basePath);
      expect(normalizePath(once, basePath)).toBe(once);
    }),
    { numRuns: 20_000 },
  );
});

test("R55: a page has no query, no trailing slash, no empty or dot segment, and can be stored", () => {
  fc.assert(
    fc.property(target, base, (text, basePath) => {
      const page = normalizePath(text, basePath);
      expect(page).toMatch(/^\/(?:[^/?#\\]+(?:\/[^/?#\\]+)*)?$/u);
      expect(page.split("/")).not.toContain(".");
      expect(page.split("/")).not.toContain("..");
      expect(page.isWellFormed() && !/[\p{Cc}\s]/u.test(page)).toBe(true);
      expect(page).not.toMatch(/\.(?:html|mdx?)$/iu);
      expect(page.normalize("NFC")).toBe(page);
    }),
    { numRuns: 20_000 },
  );
});

test("R55: a path is the same page regardless of how it is escaped", () => {
  const name = fc
    .string({ unit: "grapheme", minLength: 1, maxLength: 8 })
    .filter((text) => text.isWellFormed());
  fc.assert(
    fc.property(fc.array(name, { maxLength: 4 }), (names) => {
      const plain = `/${names.map((text) => text.replace(/[%/?#\\\s\p{Cc}]/gu, "x")).join("/")}`;
      const escaped = plain.replace(/[^/]/gu, (char) =>
        [...Buffer.from(char)].map((byte) => `%${byte.toString(16)}`).join(""),
      );
      expect(normalizePath(escaped, "")).toBe(normalizePath(plain, ""));
      expect(normalizePath(new URL(plain, "https://x.example").pathname, "")).toBe(normalizePath(plain, ""));
    }),
    { numRuns: 5000 },
  );
});

test("a path of hundreds of thousands of special characters takes linear time", () => {
  const msOf = (length: number) =>
    cpuMsOf(() => {
      for (const part of ["%2e%2e/", "..", "/..md", "/", "%", ".md", "\\..", "%C3", "index.html/"])
        normalizePath(`/${part.repeat(length / part.length)}`, "/docs");
    });
  msOf(25_000);
  // The longer input is ten times as long. Quadratic work would take a hundred times as long: minutes.
  expect(msOf(250_000)).toBeLessThan(30 * msOf(25_000));
});
