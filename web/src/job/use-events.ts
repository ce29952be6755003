import { useEffect, useReducer, useRef, useState } from "react";
import { root } from "../api/call.ts";
import { jobPath, queryClient } from "../api/queries.ts";
import type { WireEvent } from "../api/wire.ts";

/** Written as a record, so that the compiler notices a kind that is missing. */
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
  /** `over` where the job has nothing more to tell for now. */
  readonly connection: "opening" | "live" | "lost" | "over";
}

const againMs = 2000;
const againMsMax = 30_000;

/**
 * The job's events from the first one on, as they happen. The browser resumes a lost connection with the last id that
 * it saw; 204 tells it that nothing is left. After any other answer it gives up for good, as while a service is started
 * anew behind a proxy: while the job is active it is opened again here, later each time. `isActive` also changes when
 * there is something to follow again.
 */
export function useEvents(projectId: string, jobId: string, isActive: boolean): Events {
  const [events, setEvents] = useState<readonly WireEvent[]>([]);
  const [connection, setConnection] = useState<Events["connection"]>("opening");
  const [opening, openAgain] = useReducer((times: number) => times + 1, 0);
  const refusals = useRef(0);
  /** Of what is shown. */
  const lastSeq = useRef(0);

  useEffect(() => {
    const from = lastSeq.current === 0 ? "" : `?cursor=${lastSeq.current}`;
    const source = new EventSource(`${root}dashboard/${jobPath(projectId, jobId)}/events${from}`);
    let arrived: WireEvent[] = [];
    let frame = 0;
    let again: ReturnType<typeof setTimeout> | undefined;
    const show = () => {
      frame = 0;
      const news = arrived;
      arrived = [];
      setEvents((known) => merge(known, news));
      lastSeq.current = news.at(-1)?.seq ?? lastSeq.current;
      if (news.some(({ type }) => type !== "turn.step")) void refresh(projectId, jobId);
    };
    const take = ({ data }: MessageEvent<string>) => {
      // What the service streams is of its own wire's shape.
      arrived.push(JSON.parse(data) as WireEvent);
      if (frame === 0) frame = requestAnimationFrame(show);
    };
    for (const kind of Object.keys(kinds)) source.addEventListener(kind, take);
    source.onopen = () => {
      refusals.current = 0;
      setConnection("live");
    };
    source.onerror = () => {
      const isClosed = source.readyState === EventSource.CLOSED;
      setConnection(isClosed && !isActive ? "over" : "lost");
      if (isClosed && isActive)
        again = setTimeout(openAgain, Math.min(againMs * 2 ** refusals.current++, againMsMax));
      void refresh(projectId, jobId);
    };
    return () => {
      source.close();
      clearTimeout(again);
      // What has come and is not shown yet comes again with the next stream.
      cancelAnimationFrame(frame);
    };
  }, [projectId, jobId, isActive, opening]);

  return { events, connection };
}

function merge(known: readonly WireEvent[], news: readonly WireEvent[]): readonly WireEvent[] {
  const last = known.at(-1)?.seq ?? 0;
  const added = news.filter(({ seq }) => seq > last);
  return added.length === 0 ? known : [...known, ...added];
}

/** Everything that is shown of the job: its truth is not in the events. */
async function refresh(projectId: string, jobId: string): Promise<void> {
  await Promise.all(
    ["job", "messages", "changes"].map((what) =>
      queryClient.invalidateQueries({ queryKey: [what, projectId, jobId] }),
    ),
  );
}
