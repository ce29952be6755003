import { beforeAll, describe, expect, test } from "vitest";
import { partsOfText } from "../../../packages/site/active/parts-of-text.ts";
import { installMissing } from "../../../scripts/install.js";
import { createRandom } from "../../support/generated-site/random.ts";
import { packages } from "./builder.ts";
import { callsIn, randomPage } from "./random-pages.ts";
import { createRemarkParsers } from "./remark-parsers.ts";

const installMs = 600_000;
const pages = 600;
/** The seeds determine the pages. At least this many of the calls on the pages must run. */
const callsMin = 100;

beforeAll(() => installMissing(packages, { dev: false, what: "Installing the site builders" }), installMs);

describe("everything on a random page that a parser of MDX with extensions executes is found", () => {
  test.each([1, 2, 3, 4, 5, 6])("seed %i", async (seed) => {
    const random = createRandom(seed);
    const parsers = createRemarkParsers().slice(0, -1);
    let calls = 0;
    for (let n = 0; n < pages; n++) {
      const text = randomPage(random);
      const executed = new Set(parsers.flatMap((parse) => callsIn(parse(text))));
      calls += executed.size;
      if (executed.size === 0) continue;
      const parts = await partsOfText({ path: "a.mdx", text, parseAs: "lenient", dialect: "docusaurus" });
      if (parts.some(({ kind }) => kind === "unreadable")) continue;
      const found = parts.filter(({ kind }) => kind !== "component" && kind !== "comment");
      const all = found.map((part) => `${part.name} ${part.text}`).join("\n");
      expect({ text, missed: [...executed].filter((call) => !all.includes(call)) }).toEqual({
        text,
        missed: [],
      });
    }
    expect(calls).toBeGreaterThan(callsMin);
  });
});
