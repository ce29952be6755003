import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { blobId } from "#repositories";
import { executeToolCalls } from "../../src/agent/tools/index.ts";
import { type ToolsOn, toolsOn } from "../support/tools-on.ts";

/**
 * Whole sections as weak models send them, for many kinds of pages. Each page is a head, the target section and a tail,
 * and the expected result is assembled from these: not a byte of the head or the tail may change.
 */
interface Sample {
  readonly name: string;
  readonly head: string;
  /** The heading's number signs. The section is the heading, a blank line, and `body`. */
  readonly marks: string;
  readonly body: string;
  readonly tail: string;
}

const samples: readonly Sample[] = [
  {
    name: "plain.md",
    head: "# Title\n\nIntro.\n\n",
    marks: "##",
    body: "Do this.\n",
    tail: "\n## Next\n\nEnd.\n",
  },
  { name: "last.md", head: "# Title\n\n", marks: "##", body: "Do this.\n\n- one\n- two\n", tail: "" },
  {
    name: "blank.mdx",
    head: "---\ntitle: A\n---\n\n",
    marks: "##",
    body: "Text.\n",
    tail: "\n\n\n## Next\n",
  },
  { name: "tight.md", head: "## First\nText.\n", marks: "##", body: "Text.\n", tail: "## Next\nText.\n" },
  {
    name: "nested.mdx",
    head: "## Above\n\nText.\n\n",
    marks: "##",
    body: "Text.\n\n### Deep\n\nDeeper.\n\n#### Deepest\n\nEnd.\n",
    tail: "\n## Below\n\n### Deep\n\nText.\n",
  },
  {
    name: "below.md",
    head: "# Guide\n\n## Above\n\n",
    marks: "###",
    body: "Text.\n",
    tail: "\n### Same depth\n\nText.\n\n## Higher\n",
  },
  {
    name: "code.mdx",
    head: "import A from './a';\n\n## Above\n\n```sh\n## Mine\n```\n\n",
    marks: "##",
    body: "```md\n## Not a heading\n\n# Nor this\n```\n\nAfter.\n",
    tail: "\n## Next\n\n```\n## Mine\n```\n",
  },
  {
    name: "component.mdx",
    head: "<Tabs>\n<Tab>\n\n",
    marks: "##",
    body: "<Note>\n\nText.\n\n</Note>\n",
    tail: "\n</Tab>\n</Tabs>\n\n## Next\n",
  },
  {
    name: "unicode.md",
    head: "# Übersicht 🚀\n\nDie „Größe“.\n\n",
    marks: "##",
    body: "日本語のテキスト – “quoted”.\n",
    tail: "\n## Schluß\n",
  },
  {
    name: "table.md",
    head: "# T\n\n",
    marks: "##",
    body: "| a | b |\n|---|---|\n| 1 | 2 |\n\n---\n",
    tail: "\n## Next\n",
  },
];

interface Sent {
  readonly section: readonly string[];
  readonly text: string;
  readonly hash?: string;
}

interface Case {
  readonly sent: Sent;
  /** Defaults to the unchanged page. */
  readonly file?: string;
  readonly expect: { readonly file: string } | { readonly says: string };
}

function casesOf({ head, marks, body, tail }: Sample): Readonly<Record<string, Case>> {
  const heading = `${marks} Mine here`;
  const whole = `${head}${heading}\n\n${body}${tail}`;
  const written = `${heading}\n\nRewritten.\n`;
  const crlf = (text: string) => text.replaceAll("\n", "\r\n");
  const applied = (sent: Sent, file = written): Case => ({ sent, expect: { file: `${head}${file}${tail}` } });
  const refused = (sent: Sent, says: string): Case => ({ sent, expect: { says } });
  return {
    "the section": applied({ section: ["Mine here"], text: written }),
    "no line break at its end": applied({ section: ["Mine here"], text: written.trimEnd() }),
    "blank lines around it": applied({ section: ["Mine here"], text: `\n\n${written}\n\n` }),
    "the heading with its marks": applied({ section: [heading], text: written }),
    "its anchor": applied({ section: ["#mine-here"], text: written }),
    "other letter case": applied({ section: ["MINE HERE"], text: written }),
    "CRLF, where the file has line feeds": applied({ section: ["Mine here"], text: crlf(written) }),
    "another heading": applied({ section: ["Mine here"], text: `${marks} Yours\n` }, `${marks} Yours\n`),
    "line feeds, where the file has CRLF": {
      file: crlf(whole),
      sent: { section: ["Mine here"], text: written },
      expect: { file: crlf(`${head}${written}${tail}`) },
    },
    "nothing, to take it out": {
      sent: { section: ["Mine here"], text: "" },
      expect: { file: head + tail.replace(/^\n+/u, "") },
    },
    "a text without its heading": refused(
      { section: ["Mine here"], text: "Rewritten." },
      "does not start with",
    ),
    "a heading of another depth": refused({ section: ["Mine here"], text: `#${written}` }, "another depth"),
    "a text in a fence": refused(
      { section: ["Mine here"], text: `\`\`\`md\n${written}\`\`\`` },
      "does not start with",
    ),
    "a section that is not there": refused({ section: ["Mine there"], text: written }, "not found in"),
    "headings that do not lead there": refused(
      { section: ["Nowhere", "Mine here"], text: written },
      "not found in",
    ),
    "a stale hash": refused({ section: ["Mine here"], text: written, hash: "0".repeat(40) }, "is stale"),
    "what stands there already": refused(
      { section: ["Mine here"], text: `${heading}\n\n${body}` },
      "changes nothing",
    ),
    "a name that stands twice": {
      file: `${whole}\n${heading}\n\nAgain.\n`,
      sent: { section: ["Mine here"], text: written },
      expect: { says: "more than once" },
    },
  };
}

const table = samples.flatMap((one) =>
  Object.entries(casesOf(one)).map(([kind, made]) => ({
    page: one.name,
    kind,
    whole: `${one.head}${one.marks} Mine here\n\n${one.body}${one.tail}`,
    ...made,
  })),
);

let tools: ToolsOn;
beforeAll(async () => {
  tools = await toolsOn({ "docs.json": "{}\n" });
});
afterAll(() => tools.close());

it("the corpus includes more than 150 cases", () => expect(table.length).toBeGreaterThan(150));

describe.each(samples)("sections of $name", ({ name }) => {
  it.each(table.filter(({ page }) => page === name))(
    "$kind",
    async ({ page, whole, file = whole, sent: { hash, ...sent }, expect: expected }) => {
      const context = await tools.open();
      context.workspace.write(page, Buffer.from(file));
      const input = { path: page, hash: hash ?? blobId(Buffer.from(file)), ...sent };
      const [result] = await executeToolCalls([{ id: "1", name: "replace_section", input }], context);
      const after = (await context.workspace.read([page])).get(page)?.toString();
      if ("file" in expected) {
        expect(result).toMatchObject({ ok: true });
        expect(after).toBe(expected.file);
      } else {
        expect(result).toMatchObject({ ok: false });
        expect(after).toBe(file);
        expect(result?.text).toContain(expected.says);
      }
    },
  );
});
