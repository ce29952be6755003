import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { assetPath } from "./assets.ts";

describe("page assets", () => {
  it("have a version in their URL, so that browsers can cache them forever", () => {
    const manifest = new URL("../../../package.json", import.meta.url);
    const { dependencies } = JSON.parse(readFileSync(manifest, "utf8")) as {
      dependencies: Record<string, string>;
    };
    expect(assetPath("swagger-ui.css")).toBe(`assets/swagger-ui.css?v=${dependencies["swagger-ui-dist"]}`);
    expect(assetPath("page.css")).toMatch(/^assets\/page\.css\?v=[0-9a-f]{12}$/u);
  });
});
