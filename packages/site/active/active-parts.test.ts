import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { siteFrom } from "../test/support/site.ts";
import { executedBy } from "./frameworks.ts";
import { readActiveParts } from "./read-active-parts.ts";

describe("hostile text", () => {
  const fragments = [
    ..."<script a b c |<script>|<a href='|{|{{|{%|<!--|`|```\n|~~~js\n|:::x\n|[x](javascript:|&#106;|data:|]: |\t|\\|<".split(
      "|",
    ),
    ...["--8<--\n", "{!x", "<<< ", "import {", "export ", "{x=", "onclick=", "[^1]: ", "`a` ", "| a ", "- "],
    ...["/// html\n", "::: a.b\n", "<style>", "</style>", "'\"", "\r", "    "],
  ];

  it.each(fragments)("is read in linear time if it repeats %j", async (fragment) => {
    const site = await siteFrom({ "mkdocs.yml": "plugins: [macros]\n", "docs/index.md": "Start\n" });
    const timeOf = async (length: number) => {
      const text = fragment.repeat(length / fragment.length);
      let best = Number.POSITIVE_INFINITY;
      for (let run = 0; run < 3; run++) {
        const from = process.cpuUsage();
        await readActiveParts(site, "docs/a.md", text);
        best = Math.min(best, process.cpuUsage(from).user / 1000);
      }
      return best;
    };
    expect(await timeOf(150_000)).toBeLessThan(100 + 30 * (await timeOf(15_000)));
  });
});

describe("a page with too many parts", () => {
  it("counts as one unreadable part", async () => {
    const site = await siteFrom({ "docs.json": "{}", "index.mdx": "Start\n" });
    const text = "<Card />\n\n".repeat(20_001);
    const parts = await readActiveParts(site, "docs/a.md", text);
    expect(parts.map(({ kind }) => kind)).toEqual(["unreadable"]);
  });
});

describe("the table of frameworks", () => {
  it("states what each framework executes", () => {
    for (const [dialect, executed] of executedBy())
      expect(executed.length, dialect).toBeGreaterThanOrEqual(5);
  });

  it("lists only files that exist", () => {
    const judges = [...executedBy().values()].flat().map(({ judge }) => judge);
    expect(judges.filter((name) => !existsSync(join(import.meta.dirname, name)))).toEqual([]);
  });
});
