import { expect, test } from "vitest";
import { moveYamlEntry } from "./yaml-navigation.ts";

const config = `site_name: A
nav:
  - Home: index.md
  - Guides: # all of them
    - guides/index.md

    - "Set up": guides/setup.md
  - 'More': more/
  - About:
    - Setup: about/setup.md
    - Team: about/team.md
theme: b
`;

function moved(label: string, beside: string, relation: "after" | "before"): string | null {
  const edit = moveYamlEntry(config, { label, beside, relation });
  if (edit === null) return null;
  const lines = config.split("\n");
  lines.splice(edit.first - 1, edit.last - edit.first + 1, ...edit.text.split("\n"));
  return lines.join("\n");
}

const guides = `  - Guides: # all of them
    - guides/index.md

    - "Set up": guides/setup.md
`;

test("an entry moves with everything in it", () => {
  expect(moved("About", "Guides", "before")).toBe(
    config
      .replace(/ {2}- About:[\s\S]*(?=theme)/u, "")
      .replace(guides, `  - About:\n    - Setup: about/setup.md\n    - Team: about/team.md\n${guides}`),
  );
  expect(moved("guides", "more", "after")).toBe(
    config.replace(guides, "").replace("  - 'More': more/\n", `  - 'More': more/\n${guides}`),
  );
  expect(moved("Team", "Setup", "before")).toBe(
    config
      .replace("    - Team: about/team.md\n", "")
      .replace("    - Setup:", "    - Team: about/team.md\n    - Setup:"),
  );
});

test("entries of different lists and unknown entries are not moved", () => {
  expect(moved("Team", "Guides", "before")).toBeNull();
  expect(moved("Set up", "Setup", "before")).toBeNull();
  expect(moved("Nothing", "Guides", "before")).toBeNull();
  expect(moveYamlEntry("nav: []\n", { label: "a", beside: "b", relation: "after" })).toBeNull();
  const twice = "nav:\n  - A: a.md\n  - B: b.md\n  - C:\n    - A: c.md\n";
  expect(moveYamlEntry(twice, { label: "A", beside: "B", relation: "after" })).toBeNull();
});
