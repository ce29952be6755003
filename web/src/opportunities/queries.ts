import { keepPreviousData, queryOptions, useMutation } from "@tanstack/react-query";
import type { WireJob } from "../../../src/http/wire/job.ts";
import type { opportunity, opportunityPage } from "../../../src/http/wire/opportunity.ts";
import { call } from "../api/call.ts";
import { jobQuery, queryClient } from "../api/queries.ts";
import { toast } from "../ui/toast.ts";

export type WireOpportunity = (typeof opportunity)["_output"];
type OpportunityPage = (typeof opportunityPage)["_output"];

/** The maximum that the API returns. */
const shownMax = 100;

/**
 * The opportunities with one of these statuses, largest first. An empty `kind` means all kinds. Refetched often while
 * their state is changing.
 */
export const opportunitiesQuery = (
  projectId: string,
  { statuses, kind }: { readonly statuses: string; readonly kind: string },
) => {
  const query = `status=${statuses}${kind === "" ? "" : `&kind=${kind}`}&limit=${shownMax}`;
  return queryOptions({
    queryKey: ["opportunities", projectId, query],
    queryFn: ({ signal }) =>
      call<OpportunityPage>(`v1/analytics/${projectId}/opportunities?${query}`, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) =>
      data?.pending === true
        ? 2000
        : data?.opportunities.some(({ status }) => status === "in_progress") === true
          ? 5000
          : 60_000,
  });
};

/** The statuses of the default list. */
export const openStatuses = "open,in_progress";

/** Starts the job of an opportunity, and updates everything shown about it. */
export function useStartJob(projectId: string) {
  return useMutation({
    mutationFn: ({ id }: Pick<WireOpportunity, "id">) =>
      call<WireJob>(`v1/analytics/${projectId}/opportunities/${id}/job`, { method: "POST" }),
    onSuccess(job, { id }) {
      queryClient.setQueryData(jobQuery(projectId, job.id).queryKey, job);
      setOpportunity(projectId, id, { status: "in_progress", jobId: job.id });
      jobStarted(projectId, job);
    },
    onError: (error) => reportError(projectId, error),
  });
}

/** Reports a new job, with a link to it. */
export function jobStarted(projectId: string, { id }: Pick<WireJob, "id">): void {
  void queryClient.invalidateQueries({ queryKey: ["jobs", projectId] });
  toast("Job started", { link: { label: "View job", to: `/projects/${projectId}/jobs/${id}` } });
}

/** Dismisses or restores an opportunity. Each can be undone. */
export function useDecision(projectId: string) {
  return useMutation({
    mutationFn: ({ id, verb }: { readonly id: string; readonly verb: "dismiss" | "restore" }) =>
      decide(projectId, id, verb),
    onSuccess: (_answer, { id, verb }) =>
      toast(verb === "dismiss" ? "Opportunity dismissed" : "Opportunity restored", {
        undo: () =>
          void decide(projectId, id, verb === "dismiss" ? "restore" : "dismiss").catch((error: unknown) =>
            reportError(projectId, error),
          ),
      }),
    onError: (error) => reportError(projectId, error),
  });
}

async function decide(projectId: string, id: string, verb: "dismiss" | "restore"): Promise<void> {
  await call(`v1/analytics/${projectId}/opportunities/${id}/${verb}`, { method: "POST" });
  setOpportunity(projectId, id, { status: verb === "dismiss" ? "dismissed" : "open", jobId: null });
  await queryClient.invalidateQueries({ queryKey: ["opportunities", projectId] });
}

function setOpportunity(projectId: string, id: string, change: Partial<WireOpportunity>): void {
  queryClient.setQueriesData<OpportunityPage>({ queryKey: ["opportunities", projectId] }, (page) =>
    page === undefined
      ? undefined
      : {
          ...page,
          opportunities: page.opportunities.map((own) => (own.id === id ? { ...own, ...change } : own)),
        },
  );
}

function reportError(projectId: string, error: unknown): void {
  toast(error instanceof Error ? error.message : String(error), { isError: true });
  // Somebody else may have started or dismissed it.
  void queryClient.invalidateQueries({ queryKey: ["opportunities", projectId] });
}
