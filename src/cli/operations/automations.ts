import type { App } from "../../compose.ts";
import { getProject } from "./require-project.ts";

type AutomationRow = Awaited<ReturnType<App["automations"]["list"]>>[number];
type RunRow = Awaited<ReturnType<App["automations"]["runs"]>>[number];

export interface AutomationsOperations {
  /** `automations/check-automation.ts` validates `input`. */
  "automation.create": (input: { projectId: string; input: unknown }) => Promise<AutomationRow>;
  "automation.list": (input: { projectId: string }) => Promise<readonly AutomationRow[]>;
  "automation.run": (input: { projectId: string; id: string }) => Promise<RunRow>;
  "automation.runs": (input: { projectId: string; id: string }) => Promise<readonly RunRow[]>;
  "automation.remove": (input: { projectId: string; id: string }) => Promise<boolean>;
  "automation.enable": (input: { projectId: string; id: string; enabled: boolean }) => Promise<AutomationRow>;
}

export function automationsOperations(app: App): AutomationsOperations {
  const { automations } = app;
  const idOf = async (projectId: string) => (await getProject(app, projectId)).id;
  return {
    "automation.create": async ({ projectId, input }) =>
      automations.create(await idOf(projectId), input, "cli"),
    "automation.list": async ({ projectId }) => automations.list(await idOf(projectId)),
    "automation.run": async ({ projectId, id }) =>
      automations.run(await idOf(projectId), id, { why: "Started from the command line." }),
    "automation.runs": async ({ projectId, id }) => automations.runs(await idOf(projectId), id),
    "automation.remove": async ({ projectId, id }) => automations.remove(await idOf(projectId), id),
    "automation.enable": async ({ projectId, id, enabled }) =>
      automations.setEnabled(await idOf(projectId), id, enabled),
  };
}
