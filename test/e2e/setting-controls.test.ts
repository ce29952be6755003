import { expect, it } from "vitest";
import { settingFields as visitorFields } from "../../src/analytics/settings.ts";
import { settingFields } from "../../src/projects/settings/settings.ts";
import { controlOf, draftOf, labelOf, parseDraft } from "../../web/src/settings/setting.ts";

it("every untouched setting keeps its value, and no two settings have the same label", () => {
  const labels = new Set<string>();
  for (const field of [...settingFields, ...visitorFields]) {
    const control = controlOf(field);
    const { default: value } = field.schema as { default: unknown };
    expect(parseDraft(control, draftOf(control, value)), field.name).toEqual(value);
    const [section = "", name = ""] = field.name.includes(".")
      ? field.name.split(".")
      : ["visitors", field.name];
    const label = `${section}: ${labelOf(section, name)}`;
    expect(labels).not.toContain(label);
    labels.add(label);
  }
});
