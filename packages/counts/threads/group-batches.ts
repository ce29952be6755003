import { setImmediate } from "node:timers/promises";
import type { Clock } from "../../runtime/index.ts";
import type { EventBatch } from "../events/event-batch.ts";

export interface BatchGroups {
  /** Resolves with the batch's outcomes once it is durable. */
  add(projectId: string, batch: EventBatch, nowMs: number): Promise<Uint8Array<ArrayBuffer>>;
  /** Resolves once no batch is waiting. */
  idle(): Promise<void>;
}

interface Waiting {
  readonly batch: EventBatch;
  readonly nowMs: number;
  readonly resolve: (outcomes: Uint8Array<ArrayBuffer>) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Collects a project's batches for a few milliseconds, so that many small batches share one commit and one wait for the
 * disk. If enough events are waiting, the project is written in the next turn of the event loop, with all batches that
 * arrived during the previous write.
 */
export function groupBatches(options: {
  readonly clock: Clock;
  readonly groupMs: number;
  readonly groupEventsMax: number;
  readonly write: (projectId: string, batches: readonly EventBatch[], nowMs: number) => Uint8Array[];
}): BatchGroups {
  const waiting = new Map<string, Waiting[]>();
  const running = new Set<Promise<void>>();

  const flush = (projectId: string) => {
    const group = waiting.get(projectId) ?? [];
    waiting.delete(projectId);
    try {
      const nowMs = Math.max(...group.map((entry) => entry.nowMs));
      const outcomes = options.write(
        projectId,
        group.map(({ batch }) => batch),
        nowMs,
      );
      for (const [i, { resolve }] of group.entries()) resolve(outcomes[i] as Uint8Array<ArrayBuffer>);
    } catch (error) {
      for (const { reject } of group) reject(error);
    }
  };
  const flushSoon = async (projectId: string) => {
    const eventsOf = (group: readonly Waiting[]) => group.reduce((sum, { batch }) => sum + batch.length, 0);
    if (eventsOf(waiting.get(projectId) ?? []) < options.groupEventsMax)
      await options.clock.sleep(options.groupMs);
    else await setImmediate();
    flush(projectId);
  };
  return {
    add: (projectId, batch, nowMs) =>
      new Promise((resolve, reject) => {
        const group = waiting.get(projectId);
        if (group !== undefined) {
          group.push({ batch, nowMs, resolve, reject });
          return;
        }
        waiting.set(projectId, [{ batch, nowMs, resolve, reject }]);
        const run = flushSoon(projectId).finally(() => running.delete(run));
        running.add(run);
      }),
    async idle() {
      while (running.size > 0) await Promise.all(running);
    },
  };
}
