import type { App } from "../../compose.ts";
import { inProject } from "./in-project.ts";

const startedBy = { kind: "command", name: "docwright" } as const;

/** Opportunities and their jobs, as the API shows them. */
export function opportunityOperations(app: App) {
  const own = inProject(app, app.opportunities, "list", "start", "dismiss");
  return {
    async list(...query: Parameters<typeof own.list>) {
      const page = await own.list(...query);
      return { ...page, opportunities: page.opportunities.map(app.showOpportunity) };
    },
    start: async (projectId: string, id: string) =>
      app.showJob(await own.start(projectId, id, { startedBy })),
    dismiss: async (projectId: string, id: string) => app.showOpportunity(await own.dismiss(projectId, id)),
  };
}
