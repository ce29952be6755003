import { answerJson } from "../answer.ts";
import { signalOf } from "../call.ts";
import { jobEndpoint } from "../endpoint.ts";
import { answerOnce } from "../idempotency.ts";
import { contentOf } from "../openapi.ts";
import { messageBody } from "../wire/inputs.ts";
import { wireJob } from "../wire/job.ts";

const answersJob = { 200: { description: "The job.", content: contentOf(wireJob) } };

/** R6. */
export const getJob = jobEndpoint({
  method: "get",
  path: "/v2/agent/{projectId}/job/{id}",
  operationId: "getJob",
  tag: "Agent",
  summary: "RefreshPullRequest at a job",
  description: "Poll it until its status is `completed`, `archived` or `failed`.",
  rate: "reads",
  responses: answersJob,
  async handle({ exchange, deps, job }) {
    return answerJson(exchange, 200, deps.jobText(job));
  },
});

/** R7, R32. */
export const sendMessage = jobEndpoint({
  method: "post",
  path: "/v2/agent/{projectId}/job/{id}/message",
  operationId: "sendMessage",
  tag: "Agent",
  summary: "Follow up on a job",
  description:
    "The message is processed on the same branch and updates the same pull request. To a job at work it is queued; to one that is `completed` or `failed` it starts a new turn; to an `archived` one it is 409. Where the pull request is merged or closed, a new branch and pull request are started.",
  rate: "agentCalls",
  body: messageBody,
  idempotent: true,
  responses: { 200: { description: "The job, `active` again.", content: contentOf(wireJob) } },
  async handle(call) {
    const { deps, project, job, body } = call;
    return answerOnce(call, {
      status: 200,
      location: () => null,
      work: (remember) => deps.jobs.message(project.id, job.id, body.prompt, remember),
    });
  },
});

export const retryJob = jobEndpoint({
  method: "post",
  path: "/v2/agent/{projectId}/job/{id}/retry",
  operationId: "retryJob",
  tag: "Agent",
  summary: "Try a failed job again",
  description:
    "Its last instruction is carried out once more, on the same branch, as a new turn. 409 where the job did not fail.",
  rate: "agentCalls",
  responses: { 200: { description: "The job, `active` again.", content: contentOf(wireJob) } },
  conflicts: true,
  async handle({ exchange, deps, project, job }) {
    return answerJson(exchange, 200, deps.jobText(await deps.jobs.retry(project.id, job.id)));
  },
});

/** R33. Each is idempotent. */
export const cancelJob = changeOfState({
  verb: "cancel",
  operationId: "cancelJob",
  summary: "Stop a job",
  description:
    "An active job is `failed` with `failure.code` = `cancelled`: its queued messages are dropped, what was pushed stays. Any other job is left as it is.",
});

export const archiveJob = changeOfState({
  verb: "archive",
  operationId: "archiveJob",
  summary: "Put a job away",
  description: "An active job is cancelled first.",
});

export const unarchiveJob = changeOfState({
  verb: "unarchive",
  operationId: "unarchiveJob",
  summary: "Take a job out of the archive",
  description: "It has the status again that it had before.",
});

function changeOfState(change: {
  readonly verb: "cancel" | "archive" | "unarchive";
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
}) {
  const { verb, ...description } = change;
  return jobEndpoint({
    method: "post",
    path: `/v2/agent/{projectId}/job/{id}/${verb}`,
    tag: "Agent",
    ...description,
    rate: "reads",
    responses: answersJob,
    async handle({ exchange, deps, project, job }) {
      const changed = await deps.jobs[verb](project.id, job.id);
      return answerJson(exchange, 200, deps.jobText(changed));
    },
  });
}

/** R36. Only for a pull request that this service keeps itself: another one's host has the button. */
export const mergePullRequest = hostAction({
  action: "merge",
  operationId: "mergePullRequest",
  summary: "Merge a job's local pull request",
});

export const closePullRequest = hostAction({
  action: "close",
  operationId: "closePullRequest",
  summary: "Close a job's local pull request",
});

function hostAction(change: {
  readonly action: "merge" | "close";
  readonly operationId: string;
  readonly summary: string;
}) {
  const { action, ...description } = change;
  return jobEndpoint({
    method: "post",
    path: `/v2/agent/{projectId}/job/{id}/pull-request/${action}`,
    tag: "Agent",
    ...description,
    description:
      "A worker carries it out: 503 where none took it in time, and then it is still done. 409 where it cannot be done, with the reason.",
    rate: "reads",
    responses: answersJob,
    conflicts: true,
    async handle(call) {
      const { exchange, deps, project, job } = call;
      const changed = await deps.jobs.requestHostAction(project.id, job.id, action, signalOf(call));
      return answerJson(exchange, 200, deps.jobText(changed));
    },
  });
}
