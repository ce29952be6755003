import { lazy } from "../lazy.ts";
import { navigationPaths } from "../navigation.ts";
import { fileName } from "../paths.ts";
import type { Layout } from "./framework.ts";

/** What agents are told in a repository, in the letter case that they look for: `guides/agents.md` is a page. */
const guidanceNames = new Set(["AGENTS.md", "CLAUDE.md", "CLAUDE.local.md", "GEMINI.md"]);

/** Guidance for agents is for who works on the repository: no page of the site, unless the navigation names it. */
export function withoutGuidance(layout: Layout): Layout {
  const named = lazy(() => new Set(navigationPaths(layout.navigation.entries)));
  return {
    ...layout,
    roleOf: (path) => (guidanceNames.has(fileName(path)) && !named().has(path) ? null : layout.roleOf(path)),
  };
}
