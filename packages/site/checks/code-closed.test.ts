import { expect, test } from "vitest";
import { siteFrom } from "../test/support/site.ts";
import { codeClosed } from "./code-closed.ts";

test.each([
  ["a closed block", '```js title="A"\na\n```\n\nEnd.\n', []],
  ["an empty block, and one at the end of the file", "```\n```\n\n~~~\na\n~~~", []],
  [
    "a block in a quotation and in a list",
    "> ```sh\n> a\n> ```\n\n1. One\n\n   ````md\n   ```\n   ````\n",
    [],
  ],
  ["inline code", "Use `a` and ``` b ```.\n", []],
  ["an open block", "Text.\n\n```js\na\n\nEnd.\n", [3]],
  ["a block that another block opens", "```js\na\n```sh\nb\n", [1]],
  ["a shorter closing fence", "````md\na\n```\n", [1]],
  ["a block that ends with its list", "- One\n\n  ```sh\n  a\n\nEnd.\n", [3]],
])("%s", async (_name, text, lines) => {
  const site = await siteFrom({ "docs.json": '{"navigation":{"pages":["index"]}}', "index.mdx": text });
  const page = site.pages.get("index.mdx")!;
  expect(codeClosed.check(page, site).map(({ line }) => line)).toEqual(lines);
});
