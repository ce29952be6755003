import { type ComponentType, lazy } from "react";
import type { ProjectScreenPath } from "../../src/http/wire/screens.ts";
import {
  AutomationsIcon,
  JobsIcon,
  KeyIcon,
  OpportunitiesIcon,
  PeopleIcon,
  SettingsIcon,
  VisitorsIcon,
  WebhooksIcon,
} from "./ui/icons.tsx";

interface ProjectScreen {
  /** The address below the project's. */
  readonly path: ProjectScreenPath;
  readonly label: string;
  /** The key that opens the screen after `g`. */
  readonly key: string;
  readonly Icon: ComponentType;
  readonly Screen: ComponentType<{ readonly projectId: string }>;
}

/** Loads a screen when it is first opened. */
export function screen<Props>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async () => ({ default: await load() }));
}

/**
 * A project's screens, in the order of the navigation. The routes, the navigation, the palette and the shortcuts are
 * made from this list.
 */
export const projectScreens: readonly ProjectScreen[] = [
  {
    ...{ path: "jobs", label: "Jobs", key: "j", Icon: JobsIcon },
    Screen: screen(async () => (await import("./screens/jobs.tsx")).Jobs),
  },
  {
    ...{ path: "opportunities", label: "Opportunities", key: "o", Icon: OpportunitiesIcon },
    Screen: screen(async () => (await import("./screens/opportunities.tsx")).Opportunities),
  },
  {
    ...{ path: "automations", label: "Automations", key: "a", Icon: AutomationsIcon },
    Screen: screen(async () => (await import("./screens/automations.tsx")).Automations),
  },
  {
    ...{ path: "visitors", label: "Visitors", key: "v", Icon: VisitorsIcon },
    Screen: screen(async () => (await import("./screens/visitors.tsx")).Visitors),
  },
  {
    ...{ path: "keys", label: "API keys", key: "k", Icon: KeyIcon },
    Screen: screen(async () => (await import("./screens/keys.tsx")).Keys),
  },
  {
    ...{ path: "webhooks", label: "Webhooks", key: "w", Icon: WebhooksIcon },
    Screen: screen(async () => (await import("./screens/webhooks.tsx")).Webhooks),
  },
  {
    ...{ path: "people", label: "People", key: "m", Icon: PeopleIcon },
    Screen: screen(async () => (await import("./screens/members.tsx")).Members),
  },
  {
    ...{ path: "settings", label: "Settings", key: "s", Icon: SettingsIcon },
    Screen: screen(async () => (await import("./screens/settings.tsx")).Settings),
  },
];
