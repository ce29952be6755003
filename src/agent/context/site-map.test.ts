import { expect, it } from "vitest";
import { siteFrom } from "../../../packages/site/test/support/site.ts";
import { siteMap } from "./site-map.ts";

const numbers = (count: number) => Array.from({ length: count }, (_, n) => n);
const groups = numbers(8).map((top) => ({
  group: `Top ${top}`,
  pages: numbers(2).map((n) => ({
    group: `Part ${top}.${n}`,
    pages: [{ group: `Deep ${top}.${n}`, pages: ["index"] }],
  })),
}));

it("leaves out nested groups of long navigation, unless the prompt names them", async () => {
  const site = await siteFrom({
    "docs.json": JSON.stringify({ navigation: { groups } }),
    "index.mdx": "---\ntitle: Home\n---\n",
  });
  const groupsIn = (prompt: string) =>
    /^Navigation groups: (.*)\.$/mu.exec(siteMap(site, prompt))?.[1]?.split(", ") ?? [];
  const shown = groupsIn("Do it.");
  expect(shown).toHaveLength(8 + 16 + 2);
  expect(shown.slice(-2)).toEqual(["and 16 more", "which list shows"]);
  expect(shown.join()).not.toContain("Deep");
  expect(groupsIn("Change Deep 7.1 only.")[0]).toBe("Top 7 › Part 7.1 › Deep 7.1 (1 page)");
});
