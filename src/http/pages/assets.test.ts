import { describe, expect, it } from "vitest";
import { assetPath } from "./assets.ts";

describe("page assets", () => {
  it("have a version in their URL, so that browsers can cache them forever", () => {
    expect(assetPath("page.css")).toMatch(/^assets\/page\.css\?v=[0-9a-f]{12}$/u);
  });
});
