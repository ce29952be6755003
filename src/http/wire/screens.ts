/**
 * A project's screens in the dashboard: the ends of their addresses. The routes of the service, the tests of every
 * screen and the screenshots follow from this list; `web/src/project-screens.tsx` declares the screens themselves.
 */
export const projectScreens = [
  "jobs",
  "opportunities",
  "automations",
  "visitors",
  "keys",
  "webhooks",
  "people",
  "settings",
] as const;

export type ProjectScreenPath = (typeof projectScreens)[number];
