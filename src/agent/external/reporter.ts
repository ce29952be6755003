import type { NewEvent } from "../../jobs/index.ts";
import { limits } from "../../limits.ts";
import type { Assignment } from "../agent.ts";
import type { ObservedCall, Progress } from "./progress.ts";

const textShown = 300;

/** Records an agent's text and calls as job events while it works, at most `limits.external.eventsMax` times. */
export interface Reporter {
  /** Queues an event with everything that has not been reported yet. Events are written in order. */
  report(): void;
  /** Resolves when all queued events are written; rejects if one could not be written. */
  settled(): Promise<void>;
  /** Returns everything that has not been reported yet as the last event, to be written together with the step. */
  last(changedFiles: { readonly before: number; readonly after: number }): NewEvent;
}

export function createReporter(
  { record, workspace }: Pick<Assignment, "record" | "workspace">,
  progress: Progress,
  hide: (text: string) => string,
): Reporter {
  let writing = Promise.resolve();
  let reports = 0;

  function event(changedFiles: { readonly before: number; readonly after: number }): NewEvent {
    const { text, calls } = progress.news();
    return {
      type: "turn.step",
      data: { text: hide(text).slice(0, textShown), calls: calls.map(shown), changedFiles },
    };
  }

  const shown = ({ kind, title, status }: ObservedCall) => ({
    name: kind,
    ok: status === "completed",
    text: hide(title),
  });

  return {
    report() {
      if (reports >= limits.external.eventsMax) return;
      reports++;
      const count = workspace.changes().length;
      const next = event({ before: count, after: count });
      writing = writing.then(() => record.events([next]));
      // `settled` reports the rejection.
      writing.catch(() => undefined);
    },
    settled: () => writing,
    last: event,
  };
}
