import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Workspace } from "#repositories";
import type { Site } from "#site";
import { type ToolsOn, toolsOn } from "../../../test/support/tools-on.ts";
import type { ToolContext } from "./index.ts";

let tools: ToolsOn;

beforeAll(async () => {
  tools = await toolsOn({
    "docs.json": '{"navigation":{"pages":["a","b"]}}',
    "a.mdx": "# A\n\n[b](/b#part)\n",
    "b.mdx": "## Part\n\n[c](/sub/c)\n",
    "sub/c.mdx": "[a](../a)\n",
  });
});
afterAll(() => tools.close());

type Edit = (workspace: Workspace) => void;

const text = fc.constantFrom(
  "## Part\n",
  "## Other\n\n[a](/a)\n",
  "[b](/b#part) [gone](/gone)\n",
  "import B from './b.mdx'\n\n<B/>\n",
  "{broken\n",
);
const path = fc.constantFrom("a.mdx", "b.mdx", "sub/c.mdx", "new.mdx", "note.txt");
const config = fc.constantFrom('{"navigation":{"pages":["a"]}}', '{"navigation":{"pages":["b","new"]}}');
const write = (to: string, content: string): Edit => {
  return (workspace) => workspace.write(to, Buffer.from(content));
};
const edit: fc.Arbitrary<Edit> = fc.oneof(
  fc.tuple(path, text).map(([to, content]) => write(to, content)),
  config.map((content) => write("docs.json", content)),
  path.map((from): Edit => {
    return (workspace) => {
      if (workspace.entry(from) !== null) workspace.remove(from);
    };
  }),
  fc.constant<Edit>((workspace) => workspace.restore([])),
);

async function facts(context: ToolContext) {
  const site = await context.site();
  const { problems, standing } = await context.checks();
  return { pages: pagesOf(site), files: site.files, entries: site.navigation.entries, problems, standing };
}

function pagesOf(site: Site) {
  return [...site.pages.values(), ...site.snippets.values()].map((page) => ({
    path: page.path,
    id: page.id,
    url: site.urlOf(page.path),
    targets: page.links.map((link) => site.resolve(page.path, link)),
    inbound: site.inbound(page.path).map(({ from }) => from),
  }));
}

it("after every edit, move and removal, gives the same site as opening it from scratch", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(edit, { minLength: 1, maxLength: 5 }), async (edits) => {
      const context = await tools.open();
      for (const change of edits) {
        change(context.workspace);
        const fresh = await tools.open();
        fresh.workspace.restore(context.workspace.changes());
        expect(await facts(context)).toEqual(await facts(fresh));
      }
    }),
    { numRuns: 40 },
  );
});
