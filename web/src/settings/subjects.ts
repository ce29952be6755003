/**
 * The pages of the settings, each with the sections that it contains. The first page also contains all sections that
 * are not listed here.
 */
export const subjects = [
  { id: "general", title: "General", sections: ["repository", "general", "delete"] },
  { id: "agent", title: "Agent", sections: ["model", "budget", "context-repositories", "model-keys"] },
  {
    id: "pull-requests",
    title: "Pull requests",
    sections: ["pull-requests", "paths", "checks", "conversations"],
  },
  { id: "visitors", title: "Visitors", sections: ["visitors"] },
] as const;

export type Subject = (typeof subjects)[number];

/** The page with this section. Links name only the section, such as `settings#budget`. */
export const subjectOf = (section: string): Subject =>
  subjects.find(({ sections }) => (sections as readonly string[]).includes(section)) ?? subjects[0];

/** Returns the page that the URL specifies, with `about` or with the section in the fragment. */
export function readSubject(about: string | null, fragment: string): Subject {
  return subjects.find(({ id }) => id === about) ?? subjectOf(fragment);
}

/** Fields that few projects change, by section. They are folded unless they are set. */
const advanced: Readonly<Record<string, readonly string[]>> = {
  budget: ["inputTokens", "outputTokens", "seconds"],
  "pull-requests": ["title", "body", "branch", "updateBranch", "authorName", "authorEmail"],
  visitors: ["basePath", "keyRotation"],
};

export const isAdvanced = (section: string, field: string): boolean =>
  advanced[section]?.includes(field) === true;
