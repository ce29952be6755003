import { useEffect, useReducer, useRef, useState } from "react";
import { root } from "../api/call.ts";
import { jobPath, queryClient } from "../api/queries.ts";
import type { WireEvent } from "../api/wire.ts";

/** A record rather than an array, so that the compiler reports missing event types. */
const kinds: Readonly<Record<WireEvent["type"], true>> = {
  "job.created": true,
  "message.queued": true,
  "turn.started": true,
  "turn.resumed": true,
  "turn.step": true,
  "turn.retrying": true,
  "turn.checks": true,
  "turn.policy": true,
  "turn.feedback": true,
  "turn.compacted": true,
  "turn.pushed": true,
  "turn.completed": true,
  "turn.failed": true,
  "pull_request.opened": true,
  "pull_request.updated": true,
  "pull_request.merged": true,
  "pull_request.closed": true,
  "pull_request.reopened": true,
  "job.completed": true,
  "job.failed": true,
  "job.cancelled": true,
  "job.archived": true,
  "job.unarchived": true,
};

export interface Events {
  readonly events: readonly WireEvent[];
  /** `over` means that the job has no more events for now. */
  readonly connection: "opening" | "live" | "lost" | "over";
}

const retryMs = 2000;
const retryMsMax = 30_000;

/**
 * Streams the job's events from the first one. The browser itself resumes a lost connection from the last event ID, and
 * stops on 204, when no events are left. It also stops on any other response, such as a proxy's error while the service
 * restarts. If the job is active, the stream is then reopened here with exponential backoff. A follow-up changes
 * `isActive`, which opens the stream again.
 */
export function useEvents(projectId: string, jobId: string, isActive: boolean): Events {
  const [events, setEvents] = useState<readonly WireEvent[]>([]);
  const [connection, setConnection] = useState<Events["connection"]>("opening");
  const [attempt, reopen] = useReducer((times: number) => times + 1, 0);
  const failures = useRef(0);
  /** The last event that is shown. */
  const lastSeq = useRef(0);

  useEffect(() => {
    const from = lastSeq.current === 0 ? "" : `?cursor=${lastSeq.current}`;
    const source = new EventSource(`${root}dashboard/${jobPath(projectId, jobId)}/events${from}`);
    let arrived: WireEvent[] = [];
    let frame = 0;
    let retry: ReturnType<typeof setTimeout> | undefined;
    const show = () => {
      frame = 0;
      const batch = arrived;
      arrived = [];
      setEvents((known) => merge(known, batch));
      lastSeq.current = batch.at(-1)?.seq ?? lastSeq.current;
      if (batch.some(({ type }) => type !== "turn.step")) void refresh(projectId, jobId);
    };
    const receive = ({ data }: MessageEvent<string>) => {
      // The service streams events in its wire format.
      arrived.push(JSON.parse(data) as WireEvent);
      if (frame === 0) frame = requestAnimationFrame(show);
    };
    for (const kind of Object.keys(kinds)) source.addEventListener(kind, receive);
    source.onopen = () => {
      failures.current = 0;
      setConnection("live");
    };
    source.onerror = () => {
      if (frame !== 0) {
        cancelAnimationFrame(frame);
        show();
      }
      const isClosed = source.readyState === EventSource.CLOSED;
      setConnection(isClosed && !isActive ? "over" : "lost");
      if (isClosed && isActive)
        retry = setTimeout(reopen, Math.min(retryMs * 2 ** failures.current++, retryMsMax));
      void refresh(projectId, jobId);
    };
    return () => {
      source.close();
      clearTimeout(retry);
      // Events received but not yet shown are sent again by the next stream.
      cancelAnimationFrame(frame);
    };
  }, [projectId, jobId, isActive, attempt]);

  return { events, connection };
}

function merge(known: readonly WireEvent[], batch: readonly WireEvent[]): readonly WireEvent[] {
  const last = known.at(-1)?.seq ?? 0;
  const added = batch.filter(({ seq }) => seq > last);
  return added.length === 0 ? known : [...known, ...added];
}

/** Refetches everything shown about the job. The events only say that something changed. */
async function refresh(projectId: string, jobId: string): Promise<void> {
  await Promise.all(
    ["job", "messages", "changes"].map((query) =>
      queryClient.invalidateQueries({ queryKey: [query, projectId, jobId] }),
    ),
  );
}
