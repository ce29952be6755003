import { describe, expect, test } from "vitest";
import { type Files, siteFrom } from "../test/support/site.ts";
import { deletePage } from "./delete-page.ts";

async function remove(files: Files, page: string, redirectTo: string | null = null) {
  const { edits, report } = await deletePage(await siteFrom(files), { page, redirectTo });
  const after: Record<string, string> = {};
  for (const [path, content] of Object.entries(files)) after[path] = Buffer.from(content).toString();
  for (const [path, bytes] of edits) {
    if (bytes === null) delete after[path];
    else after[path] = Buffer.from(bytes).toString();
  }
  return { after, report };
}

const config = (pages: string[], redirects: unknown[] = []) =>
  `${JSON.stringify({ navigation: { groups: [{ group: "G", pages }] }, redirects }, null, 2)}\n`;
const read = (text: string | undefined) => JSON.parse(text ?? "{}");

const files = {
  "docs.json": config(["a", "b", "c"], [{ source: "/older", destination: "/b#part" }]),
  "a.mdx": "# A\n\n[b](/b) [part](./b#part) [here](/b#here)\n\n![x](/x.png)\n",
  "b.mdx": "# B\n\n## Part\n\n[a](/a) [self](/b)\n",
  "c.mdx": "# C\n\n## Here\n",
  "x.png": "png",
};

test("a page is deleted with its navigation entry, and links and redirects to it are reported but not changed", async () => {
  const { after, report } = await remove(files, "/b");
  expect(after["b.mdx"]).toBeUndefined();
  expect(after["a.mdx"]).toBe(files["a.mdx"]);
  const { navigation, redirects } = read(after["docs.json"]);
  expect(navigation.groups[0].pages).toEqual(["a", "c"]);
  expect(redirects).toEqual([{ source: "/older", destination: "/b#part" }]);
  expect(report.leftLinks).toEqual([
    { path: "a.mdx", line: 3, href: "/b" },
    { path: "a.mdx", line: 3, href: "./b#part" },
    { path: "a.mdx", line: 3, href: "/b#here" },
  ]);
  expect(report.notes).toHaveLength(4);
  expect(report.notes.at(-1)).toEqual({
    kind: "config",
    path: "docs.json",
    line: 15,
    message:
      "The redirect from /older points to b.mdx, which is deleted. Point it to another page or remove it.",
  });
  expect(report.redirects).toEqual([]);
});

test("links and redirects are changed to a replacement page, without anchors that the page does not have", async () => {
  const { after, report } = await remove(files, "b.mdx", "/c");
  expect(after["a.mdx"]).toBe("# A\n\n[b](/c) [part](./c) [here](/c#here)\n\n![x](/x.png)\n");
  expect(read(after["docs.json"]).redirects).toEqual([
    { source: "/older", destination: "/c" },
    { source: "/b", destination: "/c" },
  ]);
  expect(report.leftLinks).toEqual([]);
  expect(report.links).toEqual([{ path: "a.mdx", count: 3 }]);
});

test("links and redirects point to a replacement on another site", async () => {
  const { after } = await remove(files, "b", "https://example.com/b");
  expect(after["a.mdx"]).toContain("[b](https://example.com/b) [part](https://example.com/b)");
  expect(read(after["docs.json"]).redirects).toContainEqual({
    source: "/b",
    destination: "https://example.com/b",
  });
});

test("a redirect from the replacement's address is removed, because it would loop", async () => {
  const { after } = await remove(
    { ...files, "docs.json": config(["a", "b", "c"], [{ source: "/c", destination: "/b" }]) },
    "b",
    "c",
  );
  expect(read(after["docs.json"]).redirects).toEqual([{ source: "/b", destination: "/c" }]);
});

test("any other file can be deleted by its path", async () => {
  const { after, report } = await remove(files, "x.png");
  expect(after["x.png"]).toBeUndefined();
  expect(after["docs.json"]).toBe(files["docs.json"]);
  expect(report.leftLinks).toEqual([{ path: "a.mdx", line: 5, href: "/x.png" }]);
});

describe("an impossible request is rejected", () => {
  test.each([
    ["gone", null, "Page not found: gone"],
    ["b", "gone", "The redirect target gone was not found"],
    ["b", "/b", "Cannot redirect to /b, because it is the deleted page"],
  ])("%s to %s", async (page, redirectTo, sentence) => {
    await expect(remove(files, page, redirectTo)).rejects.toThrow(sentence);
  });

  test("the error for a similar name suggests the page", async () => {
    await expect(remove({ ...files, "guides/quick-start.mdx": "# Q\n" }, "QuickStart.md")).rejects.toThrow(
      "guides/quick-start.mdx",
    );
  });
});
