/**
 * Every limit of this package. Each name ends with its unit. The page of all limits is generated from this file (`npm
 * run check` fails if it is outdated), so each entry has its own comment with the reason.
 */
export const limits = {
  /** The unchanged lines around each change that git shows by default, and that readers expect in a diff. */
  contextLines: 3,
  /** The lines around each change that readers can expand: about half a screen, which usually shows what a line is about. */
  wideContextLines: 20,
  /** Beyond this number of changed lines, the unchanged lines would take most of the space that a diff may have. */
  wideChangesMax: 500,
} as const;
