import { AppError } from "../../errors.ts";
import { toWireRun } from "../wire/automation.ts";
import { toWireAutomation, type WireAutomation } from "../wire/dashboard-automations.ts";
import { anyBody, noBody, scheduleBody, switchBody } from "../wire/dashboard-inputs.ts";
import { inProject, type ProjectCall } from "./route.ts";

/** What starts jobs by itself. Whoever may start a job may start one of these; owners say what there is. */
export const automationRoutes = [
  inProject("viewer").get({
    path: "/dashboard/projects/{projectId}/automations",
    handle: async (call) => ({ automations: await listShown(call) }),
  }),

  inProject("owner").post(anyBody, {
    path: "/dashboard/projects/{projectId}/automations",
    async handle(call) {
      const { parts, project, body } = call;
      return getShown(call, (await parts.automations.create(project.id, body, "http")).id);
    },
  }),

  inProject("owner").post(scheduleBody, {
    path: "/dashboard/projects/{projectId}/schedule-preview",
    handle: async ({ parts, body }) => ({
      times: parts.automations.previewSchedule(body).map((at) => new Date(at).toISOString()),
    }),
  }),

  inProject("owner").post(anyBody, {
    path: "/dashboard/projects/{projectId}/automations/{id}",
    async handle(call) {
      const { parts, project, param, body } = call;
      return getShown(call, (await parts.automations.update(project.id, param("id"), body, "http")).id);
    },
  }),

  inProject("viewer").get({
    path: "/dashboard/projects/{projectId}/automations/{id}/runs",
    handle: async ({ parts, project, param }) => ({
      runs: (await parts.automations.runs(project.id, param("id"))).map(toWireRun),
    }),
  }),

  inProject("owner").post(switchBody, {
    path: "/dashboard/projects/{projectId}/automations/{id}/enabled",
    async handle(call) {
      const { parts, project, param, body } = call;
      return getShown(call, (await parts.automations.setEnabled(project.id, param("id"), body.enabled)).id);
    },
  }),

  inProject("member").post(noBody, {
    path: "/dashboard/projects/{projectId}/automations/{id}/run",
    async handle({ parts, project, session, param }) {
      const why = `Asked for in the dashboard by ${session.person.name}.`;
      await parts.automations.run(project.id, param("id"), { why });
    },
  }),

  inProject("owner").post(noBody, {
    path: "/dashboard/projects/{projectId}/automations/{id}/remove",
    async handle({ parts, project, param }) {
      if (!(await parts.automations.remove(project.id, param("id"))))
        throw new AppError("not_found", "This automation is gone already.");
    },
  }),
];

type Call = Pick<ProjectCall, "parts" | "project">;

/** Each with its newest run and what came of it. */
async function listShown({ parts, project }: Call): Promise<readonly WireAutomation[]> {
  const [all, lastRuns] = await Promise.all([
    parts.automations.list(project.id),
    parts.automations.lastRuns(project.id),
  ]);
  return Promise.all(
    all.map(async (automation) => {
      const lastRun = lastRuns.get(automation.id) ?? null;
      const jobId = lastRun?.jobId ?? null;
      const job = jobId === null ? null : await parts.jobs.find(project.id, jobId);
      return toWireAutomation(automation, { lastRun, job });
    }),
  );
}

async function getShown(call: Call, id: string): Promise<WireAutomation> {
  const found = (await listShown(call)).find((one) => one.id === id);
  if (found === undefined) throw new AppError("not_found", "This automation is gone already.");
  return found;
}
