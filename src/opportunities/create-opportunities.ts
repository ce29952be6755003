import type { KnownPages } from "#site";
import { type Analytics, missingStoreOf } from "../analytics/index.ts";
import type { Database } from "../db/index.ts";
import { AppError } from "../errors.ts";
import { type Job, type JobOrigin, type Jobs, parseAttachments, type Remember } from "../jobs/index.ts";
import { limits } from "../limits.ts";
import type { ProjectId } from "../projects/index.ts";
import type { Clock } from "../std/clock.ts";
import { createMutex } from "../std/mutex.ts";
import type { AddressBooks } from "./address-books.ts";
import { findRedirects } from "./find-redirects.ts";
import { findFruitlessSearches, findUnhelpfulPages } from "./find-unhelpful.ts";
import {
  covers,
  type Decision,
  idOf,
  instructionOf,
  needsModel,
  type Opportunity,
  type Proposal,
  statusOf,
  textsOf,
  withoutTexts,
} from "./opportunity.ts";
import * as store from "./store.ts";

/** Changes that a job can make so that readers find what they look for (R74). */
export interface Opportunities {
  /** See `AddressBooks`. Requests a new reading if the last one is old. */
  findPages(projectId: ProjectId): Promise<KnownPages | null>;
  /** Largest evidence first. `isPending` if the site's pages aren't known yet. */
  list(
    projectId: ProjectId,
  ): Promise<{ readonly opportunities: readonly Opportunity[]; readonly isPending: boolean }>;
  /** Starts a job for an open opportunity. Throws `not_found`, or `conflict` if the opportunity isn't open. */
  start(
    projectId: ProjectId,
    id: string,
    options: { readonly startedBy: JobOrigin | undefined; readonly remember: Remember | undefined },
  ): Promise<Job>;
  /** Hides an open opportunity until its evidence has doubled. Idempotent. Throws `not_found` or `conflict`. */
  dismiss(projectId: ProjectId, id: string): Promise<Opportunity>;
  /** Makes a dismissed opportunity open again. Idempotent. Throws `not_found` or `conflict`. */
  restore(projectId: ProjectId, id: string): Promise<Opportunity>;
}

export interface OpportunitiesOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly analytics: Pick<Analytics, "counts" | "findSettings" | "readerEvents">;
  readonly jobs: Pick<Jobs, "create" | "find" | "list">;
  readonly books: AddressBooks;
}

const builtin = "builtin/editor";
const dayMs = 86_400_000;

export function createOpportunities({
  database,
  clock,
  analytics,
  jobs,
  books,
}: OpportunitiesOptions): Opportunities {
  const { db } = database;
  const basePathOf = async (projectId: ProjectId) =>
    (await analytics.findSettings(projectId))?.basePath ?? "";
  const findPages: Opportunities["findPages"] = async (projectId) => {
    await books.request(projectId);
    return books.find(projectId, await basePathOf(projectId));
  };
  // Without this mutex, two requests at the same time could start two jobs for one opportunity.
  const oneByOne = createMutex();

  /** Lists the jobs that may make the same change as a proposal: active jobs, and jobs with an open pull request. */
  async function listCovering(projectId: ProjectId): Promise<readonly Job[]> {
    const limit = limits.opportunities.jobsMax;
    const [active, open] = await Promise.all([
      jobs.list(projectId, { status: "active", limit }),
      jobs.list(projectId, { pullRequest: "open", limit }),
    ]);
    return [...active.jobs, ...open.jobs];
  }

  async function toOpportunity(
    projectId: ProjectId,
    {
      proposal,
      decided,
      covering,
    }: {
      readonly proposal: Proposal | null;
      readonly decided: Decision | null;
      readonly covering: readonly Job[];
    },
  ): Promise<Opportunity | null> {
    const known = proposal ?? decided?.proposal ?? null;
    if (known === null) return null;
    const job = decided?.jobId == null ? null : await jobs.find(projectId, decided.jobId);
    const status = decided === null ? "open" : statusOf(decided, { now: proposal, job });
    // Without evidence, an open opportunity is no longer listed.
    if (status === "open" && proposal === null) return null;
    const other = status === "open" ? covering.find((own) => covers(own, known)) : undefined;
    return {
      id: idOf(projectId, known),
      status: other === undefined ? status : "in_progress",
      proposal: known,
      instruction: instructionOf(known),
      jobId: other?.id ?? decided?.jobId ?? null,
    };
  }

  async function propose(projectId: ProjectId, pages: KnownPages | null): Promise<readonly Proposal[]> {
    const { counts, readerEvents } = analytics;
    const fromMs = clock.now() - limits.opportunities.periodDays * dayMs;
    const basePath = await basePathOf(projectId);
    const missing = missingStoreOf(projectId);
    const found = await Promise.all([
      pages === null ? [] : findRedirects(counts, { projectId: missing, fromMs, pages, basePath }),
      pages === null ? [] : findUnhelpfulPages(readerEvents, { projectId, fromMs, pages }),
      findFruitlessSearches(readerEvents, { projectId, fromMs }),
    ]);
    return found.flat();
  }

  async function list(projectId: ProjectId) {
    const pages = await findPages(projectId);
    const proposals = await propose(projectId, pages);
    const byId = new Map<string, Proposal | null>(proposals.map((own) => [idOf(projectId, own), own]));
    const decisions = await store.listDecisions(db, { projectId, limit: limits.opportunities.decisionsMax });
    const decidedById = new Map(decisions.map((own) => [own.id, own]));
    for (const id of decidedById.keys()) if (!byId.has(id)) byId.set(id, null);
    const covering = byId.size === 0 ? [] : await listCovering(projectId);
    const opportunities: Opportunity[] = [];
    for (const [id, proposal] of byId) {
      const decided = decidedById.get(id) ?? null;
      const found = await toOpportunity(projectId, { proposal, decided, covering });
      if (found !== null) opportunities.push(found);
    }
    opportunities.sort(
      (a, b) => b.proposal.total - a.proposal.total || (a.instruction < b.instruction ? -1 : 1),
    );
    return { opportunities, decidedById, isPending: pages === null };
  }

  async function get(projectId: ProjectId, id: string) {
    const { opportunities, decidedById } = await list(projectId);
    const found = opportunities.find((own) => own.id === id);
    if (found === undefined)
      throw new AppError(
        "not_found",
        "Opportunity not found in this project. List the opportunities to see their IDs.",
      );
    return { found, decided: decidedById.get(id) ?? null };
  }

  return {
    findPages,
    list,
    start: (projectId, id, { startedBy, remember }) =>
      oneByOne(async () => {
        const { found, decided } = await get(projectId, id);
        requireOpen(found);
        const { instruction: prompt, proposal } = found;
        const texts = textsOf(proposal);
        const attachments =
          texts === null
            ? []
            : parseAttachments([{ name: texts.name, content: new TextEncoder().encode(texts.text) }]);
        const model = needsModel(proposal) ? {} : { model: builtin, title: prompt };
        const job = await jobs.create({ projectId, prompt, attachments, startedBy, ...model }, remember);
        const before = decided?.jobId == null ? null : await jobs.find(projectId, decided.jobId);
        await store.writeDecision(db, {
          ...{ projectId, id, proposal: withoutTexts(proposal), decision: "started", jobId: job.id },
          reopened: decided?.reopened === true || before?.pullRequest?.state === "closed",
          now: clock.now(),
        });
        return job;
      }),
    dismiss: (projectId, id) =>
      oneByOne(async () => {
        const { found, decided } = await get(projectId, id);
        if (found.status === "dismissed") return found;
        requireOpen(found);
        await store.writeDecision(db, {
          ...{ projectId, id, proposal: withoutTexts(found.proposal), decision: "dismissed", jobId: null },
          ...{ reopened: decided?.reopened ?? false, now: clock.now() },
        });
        return { ...found, status: "dismissed", jobId: null };
      }),
    restore: (projectId, id) =>
      oneByOne(async () => {
        const { found, decided } = await get(projectId, id);
        if (found.status === "open") return found;
        if (found.status !== "dismissed") requireOpen(found);
        // Without a job, a started opportunity is open. `reopened` still limits how often its pull requests may be closed.
        await store.writeDecision(db, {
          ...{ projectId, id, proposal: withoutTexts(found.proposal), decision: "started", jobId: null },
          ...{ reopened: decided?.reopened ?? false, now: clock.now() },
        });
        return { ...found, status: "open", jobId: null };
      }),
  };
}

function requireOpen({ status, jobId }: Opportunity): void {
  if (status === "open") return;
  const reasons = {
    in_progress: `The job ${jobId} or its pull request already covers this opportunity.`,
    done: "A pull request for this opportunity was merged.",
    dismissed: "This opportunity was dismissed.",
  };
  throw new AppError("conflict", reasons[status]);
}
