import { queryOptions } from "@tanstack/react-query";
import type { WireDelivery, WireIncoming, WireWebhook } from "../../../src/http/wire/dashboard-webhooks.ts";
import { call } from "../api/call.ts";
import { queryClient } from "../api/queries.ts";

export const webhooksPath = (projectId: string) => `projects/${projectId}/webhooks`;
export const incomingPath = (projectId: string) => `projects/${projectId}/incoming-webhooks`;

/** How often a list is looked at while something in it is under way, and else. */
const soonMs = 1500;
const laterMs = 15_000;

export const webhooksQuery = (projectId: string) =>
  queryOptions({
    queryKey: ["webhooks", projectId],
    queryFn: async ({ signal }) =>
      (await call<{ webhooks: readonly WireWebhook[] }>(webhooksPath(projectId), { signal })).webhooks,
  });

export const deliveriesQuery = (projectId: string, id: string) =>
  queryOptions({
    queryKey: ["webhooks", projectId, id, "deliveries"],
    queryFn: async ({ signal }) =>
      (
        await call<{ deliveries: readonly WireDelivery[] }>(`${webhooksPath(projectId)}/${id}/deliveries`, {
          signal,
        })
      ).deliveries,
    refetchInterval: ({ state: { data } }) => (data?.some(isUnderWay) === true ? soonMs : laterMs),
  });

/** Its first attempt has not been made: what comes of it is seconds away. */
const isUnderWay = ({ status, attempts }: WireDelivery) => status === "waiting" && attempts === 0;

export const incomingQuery = (projectId: string) =>
  queryOptions({
    queryKey: ["incoming-webhooks", projectId],
    queryFn: ({ signal }) => call<WireIncoming>(incomingPath(projectId), { signal }),
    refetchInterval: laterMs,
  });

/** The list, and with it every log. */
export const lookAgain = (projectId: string) =>
  queryClient.invalidateQueries({ queryKey: webhooksQuery(projectId).queryKey });
