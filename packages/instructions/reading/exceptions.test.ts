import { expect, test } from "vitest";
import type { InstructionScope } from "../instruction.ts";
import { parseInstructions } from "../parse-instructions.ts";

const site = { kind: "site" } as const;
const page = (name: string) => ({ kind: "page", name }) as const;
const folder = (name: string) => ({ kind: "folder", name }) as const;
const place = (name: string) => ({ kind: "place", name }) as const;

const scopes: readonly [prompt: string, scope: InstructionScope][] = [
  ["rename “foo” to “bar”, except on the quickstart page", { ...site, except: [page("quickstart")] }],
  ["replace “foo” with “bar” in all pages except quickstart", { ...site, except: [place("quickstart")] }],
  [
    "In the guides folder, except guides/old, replace “foo” with “bar”",
    { ...folder("guides"), except: [place("guides/old")] },
  ],
  [
    'replace "foo" with "bar" in guides/ but leave guides/old.md alone',
    { ...folder("guides/"), except: [page("guides/old.md")] },
  ],
  ["fix broken links, but keep the page pricing as it is", { ...site, except: [page("pricing")] }],
  ["fix broken links except in guides/", { ...site, except: [folder("guides/")] }],
  ["Rename Acme Cloud to Acme Platform except on the pricing page", { ...site, except: [page("pricing")] }],
  [
    'Replace "foo" with "bar" in guides but not in guides/old',
    { ...place("guides"), except: [place("guides/old")] },
  ],
  [
    "set `draft: true` in guides, excluding the page guides/a",
    { ...place("guides"), except: [page("guides/a")] },
  ],
  ["bump the version from 1.2.0 to 1.3.0, but not in the blog folder", { ...site, except: [folder("blog")] }],
  ['Change "foo" to "bar" but only in sdk/', folder("sdk/")],
  ["rename “foo” to “bar” in guides and in api", { ...place("guides"), also: [place("api")] }],
  ["rename “foo” to “bar” in guides/ and api/", { ...folder("guides/"), also: [folder("api/")] }],
  [
    "Replace “foo” with “bar” in the guides folder and in the api folder and on the quickstart page",
    { ...folder("guides"), also: [folder("api"), page("quickstart")] },
  ],
  [
    "fix broken links in guides and api, but not in api/old",
    { ...place("guides"), also: [place("api")], except: [place("api/old")] },
  ],
  ["set the icon to rocket in the frontmatter of quickstart", place("quickstart")],
];
for (const [prompt, scope] of scopes) {
  test(`limits ${prompt}`, () => {
    expect(parseInstructions(prompt)).toMatchObject([{ instruction: { scope } }]);
  });
}

test.each([
  "rename “foo” to “bar” everywhere and in api",
  "rename “foo” to “bar” except in guides and api",
  "rename “foo” to “bar” in guides and everywhere",
])("%s is not understood", (prompt) => {
  expect(parseInstructions(prompt)).toMatchObject([{ instruction: null }]);
});

test("an exception without a page or folder is not understood", () => {
  expect(parseInstructions("rename “foo” to “bar”, but not all of them")).toMatchObject([
    { instruction: null },
  ]);
});
