import { describe, expect, it } from "vitest";
import { judgeChange } from "#policy";
import type { Change } from "#repositories";
import { siteFrom } from "../../packages/site/test/support/site.ts";
import { allowCommand } from "./allow-command.ts";

describe("the whole change", () => {
  it("allows the exact paths that the project allows, and offers one command that also allows the others", async () => {
    const changes = ["package.json", "sub/package.json"].map(
      (path): Change => ({ path, mode: "100644", before: null, after: Buffer.from("{}") }),
    );
    const site = await siteFrom({});
    const allowed = ["package.json"];
    const proposal = { changes, before: new Map(), base: site, site, texts: [], instruction: "" };
    const { violations, refused } = await judgeChange({ ...proposal, allowed });
    expect(violations).toEqual([expect.stringContaining("sub/package.json")]);
    expect(allowCommand([...refused, "it's"], allowed)).toBe(
      `docwright project settings --set 'paths.allowed=["package.json","sub/package.json","it'\\''s"]'`,
    );
    expect(allowCommand([], allowed)).toBeNull();
  });
});
