import { pause } from "../../src/std/clock.ts";
import type { ChaosProject } from "./installation.ts";

/** Everything that the service has acknowledged. */
export interface Ledger {
  /** The acknowledged messages of each job, in order. */
  readonly jobs: Map<string, { readonly project: ChaosProject; messages: number }>;
  /** The visitors whose events were sent and acknowledged, by project. Each event has its own visitor. */
  readonly visitors: Map<string, { sent: number; acknowledged: number }>;
}

export const createLedger = (): Ledger => ({ jobs: new Map(), visitors: new Map() });

/** The instructions of a job, each of which changes the files. */
export const prompts = [
  "rename Acme Cloud to Acme Platform",
  "move the page guides/install to guides/setup",
] as const;

const chrome =
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36";
const eventsPerBatch = 20;
const requestMs = 20_000;

/** Clients that send each request until it is acknowledged. */
export function createClients(url: string, ledger: Ledger) {
  let requests = 0;
  let repeats = 0;

  /** Repeats a request until a response of the service. Gives up on a response that a repetition can't change. */
  async function send(path: string, { apiKey }: ChaosProject, json: unknown): Promise<unknown> {
    const body = JSON.stringify(json);
    const headers = {
      authorization: `Bearer ${apiKey}`,
      "content-type": "application/json",
      "idempotency-key": `request-${++requests}`,
    };
    for (;;) {
      try {
        const signal = AbortSignal.timeout(requestMs);
        const response = await fetch(`${url}${path}`, { method: "POST", headers, body, signal });
        const text = await response.text();
        if (response.ok) return JSON.parse(text);
        // 409 means that an earlier attempt is still being processed.
        if (response.status < 500 && response.status !== 409 && response.status !== 429)
          throw new TypeError(`${path}: ${response.status} ${text}`);
      } catch (error) {
        if (error instanceof TypeError && error.message.startsWith("/")) throw error;
      }
      repeats++;
      await pause(200);
    }
  }

  return {
    repeats: () => repeats,
    /** Creates a job and sends its follow-up while it is queued or running. */
    async startJob(project: ChaosProject): Promise<void> {
      const base = `/v2/agent/${project.projectId}/job`;
      const { id } = (await send(base, project, { prompt: prompts[0] })) as { id: string };
      ledger.jobs.set(id, { project, messages: 1 });
      await send(`${base}/${id}/message`, project, { prompt: prompts[1] });
      ledger.jobs.set(id, { project, messages: 2 });
    },
    async sendEvents(project: ChaosProject): Promise<void> {
      const counted = ledger.visitors.get(project.projectId) ?? { sent: 0, acknowledged: 0 };
      ledger.visitors.set(project.projectId, counted);
      const first = counted.sent;
      counted.sent += eventsPerBatch;
      const events = Array.from({ length: eventsPerBatch }, (_, n) => ({
        id: `event-${first + n}`,
        visitorId: `visitor-${first + n}`,
        ...{ path: `/page-${(first + n) % 7}`, userAgent: chrome, ip: "192.0.2.1" },
      }));
      const taken = (await send(`/v1/analytics/${project.projectId}/events`, project, events)) as {
        accepted: number;
        duplicates: number;
      };
      if (taken.accepted + taken.duplicates !== eventsPerBatch)
        throw new Error(`events were not accepted: ${JSON.stringify(taken)}`);
      counted.acknowledged += eventsPerBatch;
    },
    /** Returns the number of unique visitors, or null if the service doesn't respond. */
    async countVisitors({ projectId, apiKey }: ChaosProject): Promise<number | null> {
      try {
        const response = await fetch(`${url}/v1/analytics/${projectId}/visitors?limit=1`, {
          headers: { authorization: `Bearer ${apiKey}` },
          signal: AbortSignal.timeout(requestMs),
        });
        if (!response.ok) return null;
        return ((await response.json()) as { totals: { total: number } }).totals.total;
      } catch {
        return null;
      }
    },
  };
}

export type Clients = ReturnType<typeof createClients>;
