import { answerJson } from "../answer.ts";
import { projectEndpoint } from "../endpoint.ts";
import { contentOf } from "../openapi.ts";
import { toWireRun, wireRun } from "../wire/automation.ts";

/** The API trigger of automations. It writes a run down; a worker starts it when the one before has ended. */
export const runAutomation = projectEndpoint({
  method: "post",
  path: "/v2/agent/{projectId}/automation/{id}/run",
  operationId: "runAutomation",
  tag: "Agent",
  summary: "Run an automation now",
  description:
    "Runs of one automation follow each other. Where its pull request is open, the run adds to that. The same `Idempotency-Key` is the same run, for as long as the run is kept (90 days).",
  rate: "agentCalls",
  idempotent: true,
  conflicts: true,
  responses: { 202: { description: "The run.", content: contentOf(wireRun) } },
  async handle({ exchange, deps, project, jobId, idempotencyKey }) {
    const run = await deps.automations.run(project.id, jobId ?? "", {
      why: "It was asked for over the API.",
      ...(idempotencyKey === null ? {} : { key: idempotencyKey }),
    });
    return answerJson(exchange, 202, JSON.stringify(toWireRun(run)));
  },
});
