import { beforeAll, describe, expect, test } from "vitest";
import { changesOnlyWords } from "../../../packages/site/active/changes-words.ts";
import { partsOfText } from "../../../packages/site/active/parts-of-text.ts";
import { installMissing } from "../../../scripts/install.js";
import { createRandom } from "../../support/generated-site/random.ts";
import { packages } from "./builder.ts";
import { createRemarkParsers, type RemarkNode } from "./remark-parsers.ts";
import { wordChanges } from "./word-changes.ts";

const installMs = 600_000;
const pairs = 300;
/** The seeds determine the pairs. At least this many of the pairs must differ only in words. */
const skippedMin = 20;
const dialects = ["mintlify", "docusaurus", "starlight"];

beforeAll(() => installMissing(packages, { dev: false, what: "Installing the site builders" }), installMs);

describe("pages that differ only in words have the same active parts", () => {
  test.each([1, 2, 3, 4, 5])("seed %i", async (seed) => {
    const parsers = createRemarkParsers().map(
      (parse): Read =>
        (text) => {
          const tree = parse(text);
          return tree === null ? "invalid" : activeIn(tree);
        },
    );
    let skipped = 0;
    for (const { before, after } of wordChanges(pairs, createRandom(seed))) {
      if (before === after || !changesOnlyWords(before, after)) continue;
      skipped++;
      const policy = policies[skipped % policies.length];
      for (const read of policy === undefined ? parsers : [policy, ...parsers])
        expect(await read(after), after).toEqual(await read(before));
    }
    expect(skipped).toBeGreaterThan(skippedMin);
  });
});

type Read = (text: string) => unknown;

/** Reads pages as the policy does. Each pair is read for one framework, because the frameworks share their parser. */
const policies = dialects.flatMap((dialect) =>
  ["a.mdx", "a.md"].map(
    (path): Read =>
      async (text) => {
        const parts = await partsOfText({ path, text, parseAs: "lenient", dialect });
        return parts.map((part) => ({ ...part, line: 0 }));
      },
  ),
);

/** The expressions, statements and tags. */
function activeIn(node: RemarkNode): string[] {
  const inner = (node.children ?? []).flatMap(activeIn);
  if (node.type === "html") return node.value?.match(/<[^>]*>?/gu) ?? [];
  if (/(?:Expression|Esm)$/u.test(node.type)) return [node.value ?? "", ...inner];
  if (!node.type.startsWith("mdxJsx")) return inner;
  const attributes = JSON.stringify(node.attributes, (key, value: unknown) =>
    key === "position" || key === "data" ? undefined : value,
  );
  return [`<${node.name ?? ""} ${attributes}>`, ...inner];
}
