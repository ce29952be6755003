import type { App } from "../../compose.ts";
import { AppError } from "../../errors.ts";
import type { AttachedJson } from "../attach.ts";
import { checkModel, getProject } from "./require-project.ts";

/** The job as the API shows it. */
export type JobRow = Readonly<Record<string, unknown>> & {
  readonly id: string;
  readonly title: string;
  readonly status: string;
  readonly prLink: string | null;
  readonly failure: { readonly code: string; readonly message: string } | null;
  readonly usage: {
    readonly inputTokens: number;
    readonly outputTokens: number;
    readonly costUsd: number | null;
  };
};

export interface EventRow {
  readonly seq: number;
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly at: number;
}

export interface JobResult {
  /** Null if the agent has not replied. */
  readonly answer: string | null;
  /** The work left for people, one sentence per item. */
  readonly left: readonly string[];
}

const pageMax = 1000;

export interface JobsOperations {
  "job.create": (input: {
    projectId: string;
    prompt: string;
    title?: string;
    ref?: string;
    branch?: string;
    model?: string;
    draft?: boolean;
    files?: readonly AttachedJson[];
  }) => Promise<JobRow>;
  /** Newest first. */
  "job.list": (input: {
    projectId: string;
    status?: "active" | "completed" | "failed" | "archived";
    search?: string;
    limit: number;
  }) => Promise<readonly JobRow[]>;
  "job.get": (input: { id: string }) => Promise<JobRow>;
  "job.message": (input: { id: string; prompt: string; files?: readonly AttachedJson[] }) => Promise<JobRow>;
  "job.cancel": (input: { id: string }) => Promise<JobRow>;
  "job.retry": (input: { id: string }) => Promise<JobRow>;
  "job.archive": (input: { id: string }) => Promise<JobRow>;
  "job.unarchive": (input: { id: string }) => Promise<JobRow>;
  /** The reply to the last message, and the work that the turn left for people. */
  "job.result": (input: { id: string }) => Promise<JobResult>;
  "job.events": (input: { id: string; after: number }) => Promise<readonly EventRow[]>;
  "job.messages": (input: {
    id: string;
  }) => Promise<readonly { role: string; text: string; status: string }[]>;
  "job.diff": (input: { id: string }) => Promise<string | null>;
  "pr.merge": (input: { id: string }) => Promise<JobRow>;
  "pr.close": (input: { id: string }) => Promise<JobRow>;
  "pr.revokeLinks": (input: { id: string }) => Promise<JobRow>;
}

export function jobsOperations(app: App): JobsOperations {
  return {
    async "job.create"({ projectId, files, ...input }) {
      const project = await getProject(app, projectId);
      checkModel(app, input.model);
      const startedBy = { kind: "command", name: "docwright" } as const;
      const fields = {
        projectId: project.id,
        ...app.checkCreateJob(input),
        attachments: attachmentsOf(app, files),
        startedBy,
      };
      return app.showJob(await app.jobs.create(fields));
    },
    async "job.list"({ projectId, status, search, limit }) {
      const project = await getProject(app, projectId);
      const { jobs } = await app.jobs.list(project.id, {
        ...(status === undefined ? {} : { status }),
        ...(search === undefined ? {} : { q: search }),
        limit,
      });
      return jobs.map((job) => app.showJob(job));
    },
    "job.get": async ({ id }) => app.showJob(await getJob(app, id)),
    async "job.message"({ id, prompt, files }) {
      const job = await getJob(app, id);
      const attachments = attachmentsOf(app, files);
      return app.showJob(
        await app.jobs.message(job.projectId, job.id, app.checkPrompt(prompt), { attachments }),
      );
    },
    async "job.cancel"({ id }) {
      const job = await getJob(app, id);
      return app.showJob(await app.jobs.cancel(job.projectId, job.id));
    },
    async "job.retry"({ id }) {
      const job = await getJob(app, id);
      return app.showJob(await app.jobs.retry(job.projectId, job.id));
    },
    async "job.archive"({ id }) {
      const job = await getJob(app, id);
      return app.showJob(await app.jobs.archive(job.projectId, job.id));
    },
    async "job.unarchive"({ id }) {
      const job = await getJob(app, id);
      return app.showJob(await app.jobs.unarchive(job.projectId, job.id));
    },
    async "job.result"({ id }) {
      const job = await getJob(app, id);
      const messages = await app.jobs.messages(job.projectId, job.id, { after: 0, limit: pageMax });
      const last = messages.findLastIndex(({ role }) => role === "user");
      const answer = messages.slice(last + 1).findLast(({ role }) => role === "agent");
      return { answer: answer?.text ?? null, left: await leftOf(app, job) };
    },
    async "job.events"({ id, after }) {
      const job = await getJob(app, id);
      return app.jobs.events(job.projectId, job.id, { after, limit: pageMax });
    },
    async "job.messages"({ id }) {
      const job = await getJob(app, id);
      return app.jobs.messages(job.projectId, job.id, { after: 0, limit: pageMax });
    },
    async "job.diff"({ id }) {
      const job = await getJob(app, id);
      return (await app.jobs.findDiff(job.projectId, job.id))?.text ?? null;
    },
    "pr.merge": ({ id }) => hostAction(app, id, "merge"),
    "pr.close": ({ id }) => hostAction(app, id, "close"),
    async "pr.revokeLinks"({ id }) {
      const job = await getJob(app, id);
      return app.showJob(await app.jobs.revokeLinks(job.projectId, job.id));
    },
  };
}

function attachmentsOf(app: App, files: readonly AttachedJson[] = []) {
  return app.checkAttachments(
    files.map(({ name, base64 }) => ({ name, content: Buffer.from(base64, "base64") })),
  );
}

/** The work that the last completed turn left for people. Empty while a turn is running or if the last turn failed. */
async function leftOf(app: App, job: Awaited<ReturnType<typeof getJob>>): Promise<readonly string[]> {
  let left: readonly string[] = [];
  for (let after = 0; ; ) {
    const events = await app.jobs.events(job.projectId, job.id, { after, limit: pageMax });
    for (const { type, data } of events) {
      if (type === "turn.started") left = [];
      if (type === "turn.completed" && Array.isArray(data.left)) left = data.left.map(String);
    }
    if (events.length < pageMax) return left;
    after = events.at(-1)?.seq ?? after;
  }
}

async function getJob(app: App, id: string) {
  const job = await app.findJob(id);
  if (job === null)
    throw new AppError("not_found", `Job ${id} not found. docwright job list shows a project's jobs.`);
  return job;
}

async function hostAction(app: App, id: string, action: "merge" | "close"): Promise<JobRow> {
  const job = await getJob(app, id);
  const done = await app.jobs.requestHostAction(job.projectId, job.id, action, new AbortController().signal);
  return app.showJob(done);
}
