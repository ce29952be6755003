import type { Database } from "../db/index.ts";
import { limits } from "../limits.ts";
import type { Log } from "../observe/index.ts";
import type { Clock } from "../std/clock.ts";
import type { Attempt } from "./deliver.ts";
import * as store from "./store.ts";
import { testEvent } from "./webhook.ts";

export interface RunWebhooksOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly deliver: (claimed: store.ClaimedDelivery, signal: AbortSignal) => Promise<Attempt>;
  /** The job as the API shows it; null where it is gone. */
  readonly describeJob: (jobId: string) => Promise<object | null>;
}

export interface WebhookRunner {
  /** Begins to deliver; again changes nothing. */
  start(): void;
  /** Cuts what is under way, which is tried again, and resolves when nothing runs. */
  stop(): Promise<void>;
}

/**
 * Addresses what was announced to the webhooks that want it, and delivers what is due. At least once: an attempt whose
 * outcome was not written down, because the process ended, is made again with the same id.
 */
export function createWebhookRunner(options: RunWebhooksOptions): WebhookRunner {
  const { database, clock, log } = options;
  const { db } = database;
  const stopping = new AbortController();
  const under = new Set<Promise<void>>();
  let beating: Promise<void> | null = null;

  async function address(): Promise<void> {
    for (const { id, job_id, type, at, project_id } of await store.readAnnouncements(db)) {
      const data = await options.describeJob(job_id);
      const payload = JSON.stringify({ type, timestamp: new Date(at).toISOString(), data });
      const now = clock.now();
      await database.transaction((tx) =>
        store.addressAnnouncement(tx, { id, type, projectId: project_id, payload, now }),
      );
    }
  }

  /** Begins the delivery that is due longest; false where none is. */
  async function deliverNext(): Promise<boolean> {
    if (under.size >= limits.webhooks.attemptsAtOnce) await Promise.race(under);
    const now = clock.now();
    // Twice the time that an attempt may take: nobody else takes it up before it has ended.
    const claimed = await store.claimDelivery(db, { now, until: now + 2 * limits.webhooks.attemptMs });
    if (claimed === null) return false;
    const attempt = options
      .deliver(claimed, stopping.signal)
      .then((made) => finish(claimed, made))
      .catch(report);
    under.add(attempt);
    void attempt.finally(() => under.delete(attempt));
    return true;
  }

  async function finish(claimed: store.ClaimedDelivery, attempt: Attempt): Promise<void> {
    const now = clock.now();
    // Whoever sends a test looks at what comes of it now.
    const again = attempt.outcome === "failed" && claimed.row.type !== testEvent;
    const nextAt = again ? retryAt(claimed.row.attempts + 1, now) : null;
    await store.finishAttempt(db, claimed, {
      status: attempt.outcome === "delivered" ? "delivered" : nextAt === null ? "failed" : "waiting",
      next_at: nextAt,
      last_status: attempt.status,
      last_error: attempt.error,
      attempted_at: now,
    });
    if (attempt.outcome === "gone")
      await database.transaction((tx) => store.disableWebhook(tx, claimed.webhook.id, now));
  }

  function report(error: unknown): void {
    if (!stopping.signal.aborted) log.error({ error }, "webhooks could not be delivered");
  }

  async function beat(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        await address();
        while (!stopping.signal.aborted && (await deliverNext()));
        await store.forgetDeliveries(db, clock.now() - limits.webhooks.keepMs);
      } catch (error) {
        report(error);
      }
      await clock.sleep(limits.webhooks.pollMs, stopping.signal).catch(ignoreAbort);
    }
  }

  return {
    start() {
      beating ??= beat();
    },
    async stop() {
      stopping.abort(new Error("the service is stopping"));
      await beating;
      await Promise.all(under);
    },
  };
}

function ignoreAbort(): void {}

/** When to try again after so many attempts; null where they were the last. */
function retryAt(attempts: number, now: number): number | null {
  const afterMs = limits.webhooks.retryAfterMs[attempts - 1];
  return afterMs === undefined ? null : now + afterMs;
}
