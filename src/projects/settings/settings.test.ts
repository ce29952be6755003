import { describe, expect, it } from "vitest";
import { applyChange, defaultSettings, settingFields } from "./settings.ts";

describe("a project's settings", () => {
  it("changes one field and keeps the others", () => {
    const first = applyChange({}, { paths: { allowed: ["LICENSE"] } });
    expect(first.settings.paths.allowed).toEqual(["LICENSE"]);
    expect(applyChange(first.stored, {}).settings).toEqual(first.settings);
    expect(applyChange(first.stored, { paths: {} }).settings).toEqual(first.settings);
  });

  it("resets a field to its default with null, and stores no value for it", () => {
    const { stored, settings } = applyChange(
      { paths: { allowed: ["LICENSE"] } },
      { paths: { allowed: null } },
    );
    expect(settings).toEqual(defaultSettings);
    expect(stored).toEqual({ paths: {} });
  });

  it.each([
    [{ paths: { allowed: ["../x"] } }, "paths.allowed.0"],
    [{ paths: { allowed: ["/x"] } }, "paths.allowed.0"],
    [{ paths: { allowed: ["a/.GIT/config"] } }, "paths.allowed.0"],
    [{ paths: { allowed: ["a\\b"] } }, "paths.allowed.0"],
    [{ paths: { allowed: ["a\0"] } }, "paths.allowed.0"],
    [{ paths: { allowed: "LICENSE" } }, "paths.allowed"],
    [{ paths: { allowed: Array.from({ length: 101 }, (_, i) => `f${i}`) } }, "paths.allowed"],
    [{ budget: { steps: 0 } }, "budget.steps"],
    [{ conversations: { mention: "@docwright" } }, "conversations.mention"],
    [{ conversations: { mention: "a b" } }, "conversations.mention"],
    [{ conversations: { pollMinutes: -1 } }, "conversations.pollMinutes"],
    [{ budget: { inputTokens: 1.5 } }, "budget.inputTokens"],
    [{ budget: { usd: 0 } }, "budget.usd"],
    [{ budget: { seconds: "60" } }, "budget.seconds"],
    [{ paths: { denied: [] } }, "paths"],
    [{ pahts: {} }, ""],
    [{ paths: [] }, ""],
    [{ __proto__: null, paths: null }, ""],
    [null, ""],
    ["paths", ""],
  ])("reports the invalid field in %j", (change, path) => {
    expect(() => applyChange({}, change)).toThrow(
      expect.objectContaining({
        code: "invalid_request",
        fields: { details: [expect.objectContaining({ path })] },
      }) as Error,
    );
  });

  it("describes every field and its default", () => {
    const names = Object.entries(defaultSettings).flatMap(([section, fields]) =>
      Object.keys(fields).map((field) => `${section}.${field}`),
    );
    expect(settingFields.map(({ name }) => name)).toEqual(names);
    for (const { name, description, schema } of settingFields) {
      expect(description, name).toMatch(/^[A-Z].*\.$/su);
      expect(schema, name).toHaveProperty("default");
    }
  });
});
