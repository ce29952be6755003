import { queryOptions } from "@tanstack/react-query";
import type { WireAutomation, WireRun } from "../../../src/http/wire/dashboard-automations.ts";
import { call } from "../api/call.ts";
import { queryClient } from "../api/queries.ts";

export const automationsPath = (projectId: string) => `projects/${projectId}/automations`;

/** Runs begin and end by themselves: looked at often while one is at work, and else now and then. */
const lookEveryMs = (runs: readonly (WireRun | null)[] | undefined): number =>
  runs?.some((run) => run !== null && run.status !== "done") === true ? 1500 : 15_000;

export const automationsQuery = (projectId: string) =>
  queryOptions({
    queryKey: ["automations", projectId],
    queryFn: async ({ signal }) =>
      (await call<{ automations: readonly WireAutomation[] }>(automationsPath(projectId), { signal }))
        .automations,
    refetchInterval: ({ state: { data } }) => lookEveryMs(data?.map(({ lastRun }) => lastRun)),
  });

export const runsQuery = (projectId: string, id: string) =>
  queryOptions({
    queryKey: ["automations", projectId, id, "runs"],
    queryFn: async ({ signal }) =>
      (await call<{ runs: readonly WireRun[] }>(`${automationsPath(projectId)}/${id}/runs`, { signal })).runs,
    refetchInterval: ({ state: { data } }) => lookEveryMs(data),
  });

/** The list, and with it every list of runs. */
export const lookAgain = (projectId: string) =>
  queryClient.invalidateQueries({ queryKey: automationsQuery(projectId).queryKey });
