import type { HookDelivery, IncomingHook } from "../../pull-requests/index.ts";
import type { Delivery, Webhook } from "../../webhooks/index.ts";

/** Who is told of a project's jobs, and what code hosts tell of it, as the dashboard shows them. */

export interface WireWebhook {
  readonly id: string;
  /** Whole for those who can change it: what stands behind the host's name may be a secret of the receiver's. */
  readonly url: string;
  readonly events: readonly string[];
  readonly createdAt: string;
  /** Nothing is sent: it was paused, or its receiver said that it is gone. */
  readonly disabledAt: string | null;
}

export interface WireDelivery {
  readonly id: string;
  readonly type: string;
  readonly status: "waiting" | "delivered" | "failed";
  readonly attempts: number;
  readonly lastStatus: number | null;
  readonly lastError: string | null;
  readonly createdAt: string;
  readonly attemptedAt: string | null;
  readonly nextAt: string | null;
}

/** Kinds of code hosts that can tell of pull requests, as their routes name them. */
export const hookHosts = ["github", "gitlab", "gitea", "bitbucket"] as const;
export type HookHost = (typeof hookHosts)[number];

export interface WireIncomingHook {
  readonly host: HookHost;
  /** Of the secret that is taken now. */
  readonly createdAt: string;
}

export interface WireHookDelivery {
  readonly id: string;
  readonly host: HookHost;
  readonly subject: string;
  readonly about: string;
  readonly status: "waiting" | "done" | "failed";
  readonly receivedAt: string;
}

export interface WireIncoming {
  readonly hooks: readonly WireIncomingHook[];
  readonly deliveries: readonly WireHookDelivery[];
  /** Where each kind of host sends to. */
  readonly addresses: Readonly<Record<HookHost, string>>;
}

const iso = (at: number) => new Date(at).toISOString();
const isoOrNull = (at: number | null) => (at === null ? null : iso(at));

export function toWireWebhook(webhook: Webhook, isWhole: boolean): WireWebhook {
  const { id, url, events, createdAt, disabledAt } = webhook;
  return {
    ...{ id, events, url: isWhole ? url : `${new URL(url).origin}/…` },
    ...{ createdAt: iso(createdAt), disabledAt: isoOrNull(disabledAt) },
  };
}

export function toWireDelivery(delivery: Delivery): WireDelivery {
  const { id, type, status, attempts, lastStatus, lastError, createdAt, attemptedAt, nextAt } = delivery;
  return {
    ...{ id, type, status, attempts, lastStatus, lastError, createdAt: iso(createdAt) },
    ...{ attemptedAt: isoOrNull(attemptedAt), nextAt: isoOrNull(nextAt) },
  };
}

export const toWireIncomingHook = ({ host, createdAt }: IncomingHook): WireIncomingHook => ({
  host,
  createdAt: iso(createdAt),
});

export function toWireHookDelivery(delivery: HookDelivery): WireHookDelivery {
  const { receivedAt, ...same } = delivery;
  return { ...same, receivedAt: iso(receivedAt) };
}
