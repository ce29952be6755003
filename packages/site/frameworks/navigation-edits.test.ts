import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ConfigChange, NavigationEntry } from "../index.ts";
import { navigationPaths } from "../navigation.ts";
import { siteFrom } from "../test/support/site.ts";

/** A navigation of nested groups, with numbered pages. */
interface Group {
  readonly name: string;
  readonly items: readonly (Group | number)[];
}

const group: fc.Memo<Group> = fc.memo((depth) =>
  fc.record({
    name: fc.constantFrom("Alpha", "Beta", "C: d", "日本", "It's"),
    items: fc.array(
      depth > 1
        ? fc.oneof({ weight: 3, arbitrary: fc.nat(9) }, { weight: 1, arbitrary: group(depth - 1) })
        : fc.nat(9),
      {
        minLength: 1,
        maxLength: 4,
      },
    ),
  }),
);

const formats = {
  mintlify: {
    config: "docs.json",
    page: (n: number) => `p${n}.mdx`,
    write: (groups: readonly Group[], eol: string) => {
      const toJson = (entry: Group | number): unknown =>
        typeof entry === "number" ? `p${entry}` : { group: entry.name, pages: entry.items.map(toJson) };
      return JSON.stringify({ navigation: { groups: groups.map(toJson) } }, null, 2).replaceAll("\n", eol);
    },
  },
  mkdocs: {
    config: "mkdocs.yml",
    page: (n: number) => `docs/p${n}.md`,
    write: (groups: readonly Group[], eol: string) => {
      const lines = (entry: Group | number, indent: string): string[] =>
        typeof entry === "number"
          ? [`${indent}- Page ${entry}: p${entry}.md`]
          : [
              `${indent}- ${JSON.stringify(entry.name)}:`,
              ...entry.items.flatMap((item) => lines(item, `${indent}    `)),
            ];
      return ["nav:", ...groups.flatMap((entry) => lines(entry, "  ")), "theme: x", ""].join(eol);
    },
  },
  gitbook: {
    config: "SUMMARY.md",
    page: (n: number) => `p${n}.md`,
    write: (groups: readonly Group[], eol: string) => {
      const lines = (entry: Group | number, indent: string): string[] =>
        typeof entry === "number"
          ? [`${indent}* [Page ${entry}](p${entry}.md)`]
          : [`${indent}* ${entry.name}`, ...entry.items.flatMap((item) => lines(item, `${indent}  `))];
      return (
        [
          "# Table of contents",
          "",
          ...groups.flatMap((entry) => [
            `## ${entry.name}`,
            "",
            ...entry.items.flatMap((item) => lines(item, "")),
          ]),
        ].join(eol) + eol
      );
    },
  },
};

async function open(name: keyof typeof formats, text: string) {
  const { config, page } = formats[name];
  return siteFrom({
    [config]: text,
    ...Object.fromEntries(Array.from({ length: 10 }, (_, n) => [page(n), "x"])),
  });
}

async function pathsAfter(name: keyof typeof formats, text: string, changes: ConfigChange[]) {
  const result = (await open(name, text)).changeConfig(changes);
  const after = result.files[0]?.text ?? text;
  return { after, manual: result.manual, paths: pagesOf((await open(name, after)).navigation.entries) };
}

function pagesOf(entries: readonly NavigationEntry[]): string[] {
  return navigationPaths(entries);
}

describe.each(Object.keys(formats) as (keyof typeof formats)[])("random navigations of %s", (name) => {
  const { write, page } = formats[name];
  const groups = fc.array(group(3), { minLength: 1, maxLength: 3 });
  const eol = fc.constantFrom("\n", "\r\n");

  it("lose only the lines of removed pages and of groups that become empty", async () => {
    await fc.assert(
      fc.asyncProperty(
        groups,
        eol,
        fc.uniqueArray(fc.nat(9), { maxLength: 4 }),
        async (navigation, end, gone) => {
          const text = write(navigation, end);
          const before = pagesOf((await open(name, text)).navigation.entries);
          const { after, paths, manual } = await pathsAfter(
            name,
            text,
            gone.map((n) => ({ kind: "remove-page", path: page(n) })),
          );
          expect(manual).toEqual([]);
          expect(paths).toEqual(before.filter((path) => !gone.some((n) => page(n) === path)));
          // A list that loses all its entries is closed on the line where it was opened.
          const bare = (line: string) => line.trim().replace(/,$/, "").replace(/\[\]$/, "[");
          const kept = new Set(text.split(end).map(bare));
          for (const line of after.split(end)) expect(kept).toContain(bare(line));
        },
      ),
      { numRuns: 60 },
    );
  });

  it("use a renamed page's new name, and change nothing else", async () => {
    await fc.assert(
      fc.asyncProperty(groups, eol, fc.nat(9), async (navigation, end, n) => {
        const text = write(navigation, end);
        const { after } = await pathsAfter(name, text, [
          { kind: "rename-page", from: page(n), to: page(n).replace(`p${n}`, `moved/q${n}`) },
        ]);
        expect(after).toBe(text.replace(new RegExp(`\\bp${n}\\b`, "g"), `moved/q${n}`));
      }),
      { numRuns: 60 },
    );
  });

  it("list an added page right before or after its neighbor", async () => {
    await fc.assert(
      fc.asyncProperty(groups, eol, fc.nat(9), fc.boolean(), async (navigation, end, n, isAfter) => {
        const text = write(navigation, end);
        const before = pagesOf((await open(name, text)).navigation.entries);
        const at = before.indexOf(page(n));
        if (at < 0) return;
        const place = isAfter ? { after: page(n) } : { before: page(n) };
        const path = page(77);
        const { after, paths } = await pathsAfter(name, text, [
          { kind: "add-page", path, title: "New", place },
        ]);
        const expected = [...before];
        expected.splice(isAfter ? at + 1 : at, 0, path);
        expect(paths).toEqual(expected);
        expect(after.includes("\r\n") || !text.includes("\r\n")).toBe(true);
        expect(after.replaceAll("\r\n", "").includes("\n")).toBe(end === "\n");
      }),
      { numRuns: 60 },
    );
  });
});
