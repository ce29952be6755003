import { expect, it } from "vitest";
import { unescapeText } from "./unescape.ts";

it.each([
  [
    "HTML entities",
    "a&#47;b&#x2F;c&#0047;d&#x0002f;e&colon;&sol;&amp;&lowbar;&Tab;&NewLine;",
    "a/b/c/d/e:/&_\t\n",
  ],
  ["a number without a semicolon", "&#47a&#x2fz", "/a/z"],
  ["JavaScript and JSON escapes", String.raw`\x2f\u002f\u{2f}\u{0002F}\/\n\t`, "/////\n\t"],
  ["YAML escapes", String.raw`\U0000002f`, "/"],
  ["Markdown's backslash", String.raw`sk\_live\-x`, "sk_live-x"],
  ["percent-encoding", "https%3A%2F%2fa%c3", "https://a%c3"],
])("resolves %s", (_what, text, expected) => expect(unescapeText(text)).toBe(expected));

it.each(["plain", "50% & more", "&unknown;", "&#0;", "&#x110000;", String.raw`C:\docs`, "%zz", "&amp"])(
  "leaves %s unchanged",
  (text) => expect(unescapeText(text)).toBe(text),
);

it("decodes nothing twice", () => {
  expect(unescapeText("&amp;#47;")).toBe("&#47;");
  expect(unescapeText(String.raw`\\x2f`)).toBe(String.raw`\x2f`);
});
