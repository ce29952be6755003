import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { memo, useMemo, useRef } from "react";
import { Link } from "wouter";
import type { WireJob } from "../../../src/http/wire/job.ts";
import { call } from "../api/call.ts";
import { agentPath, type JobPage, manualEditsQuery, mayWork, useProject } from "../api/queries.ts";
import { useUrlState, useUrlText } from "../api/url-state.ts";
import { PullRequestMark, StartedBy, StatusBadge } from "../job/badges.tsx";
import { useShortcuts } from "../shell/shortcuts.ts";
import { Button } from "../ui/button.tsx";
import { Card, Empty, Failure, Lines, PageHead } from "../ui/card.tsx";
import { SearchIcon } from "../ui/icons.tsx";
import { Segmented } from "../ui/segmented.tsx";
import { Time } from "../ui/time.tsx";
import { useTitle } from "../ui/title.ts";
import { Composer } from "./jobs-composer.tsx";

const statuses = [
  ["", "All"],
  ["active", "Active"],
  ["completed", "Completed"],
  ["failed", "Failed"],
  ["archived", "Archived"],
] as const;

const pullRequests = [
  ["", "Any pull request"],
  ["open", "Open pull request"],
  ["merged", "Merged"],
  ["closed", "Closed"],
  ["none", "No pull request"],
] as const;

/** The list of jobs. Its filters are in the URL, so that a list can be shared. */
export function Jobs({ projectId }: { readonly projectId: string }) {
  useTitle("Jobs");
  const project = useProject(projectId);
  const { params, change } = useUrlState();
  const choiceOf = (choices: typeof statuses | typeof pullRequests, name: string) =>
    choices.find(([id]) => id === params.get(name))?.[0] ?? "";
  const status = choiceOf(statuses, "status");
  const pullRequest = choiceOf(pullRequests, "pullRequest");
  const search = useRef<HTMLInputElement>(null);
  const { text, type } = useUrlText("q");
  const q = params.get("q") ?? "";
  useShortcuts({ "/": () => search.current?.focus() });
  const canStart = mayWork(project);
  const onStart = useMemo(() => (canStart ? () => change({ compose: "1" }) : null), [canStart, change]);
  return (
    <>
      <PageHead title="Jobs" about="Jobs and their results">
        <StartButton onStart={onStart} />
      </PageHead>
      <div className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-2">
        <Segmented
          label="Status"
          choices={statuses}
          value={status}
          onChange={(value) => change({ status: value })}
        />
        <select
          aria-label="Pull request"
          value={pullRequest}
          onChange={(event) => change({ pullRequest: event.target.value })}
          className="control w-full sm:ml-auto sm:w-44"
        >
          {pullRequests.map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
        <div className="relative w-full sm:w-56">
          <SearchIcon className="pointer-events-none absolute top-2.5 left-3 text-quiet" />
          <input
            ref={search}
            type="search"
            aria-label="Search titles, branches and instructions"
            placeholder="Search"
            maxLength={200}
            value={text}
            onChange={(event) => type(event.target.value)}
            className="control pl-9"
          />
        </div>
      </div>
      <List projectId={projectId} status={status} pullRequest={pullRequest} q={q} onStart={onStart} />
      {params.get("compose") !== null && canStart && (
        <Composer
          projectId={projectId}
          page={params.get("page")}
          onClose={() => change({ compose: null, page: null }, "back")}
        />
      )}
    </>
  );
}

function StartButton({ onStart }: { readonly onStart: (() => void) | null }) {
  if (onStart === null) return null;
  return (
    <Button kind="primary" onClick={onStart}>
      New job
    </Button>
  );
}

/** Memoized, so that typing in the search field does not render every row again. */
const List = memo(function List({
  projectId,
  status,
  pullRequest,
  q,
  onStart,
}: {
  readonly projectId: string;
  readonly status: string;
  readonly pullRequest: string;
  readonly q: string;
  /** Null if the reader can't start jobs. */
  readonly onStart: (() => void) | null;
}) {
  const filter = { status, pullRequest, q };
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: ["jobs", projectId, filter],
    queryFn: ({ pageParam, signal }) => {
      const query = new URLSearchParams({ limit: "50" });
      for (const [name, value] of Object.entries({ ...filter, cursor: pageParam }))
        if (value !== "") query.set(name, value);
      return call<JobPage>(`${agentPath(projectId)}/jobs?${query.toString()}`, { signal });
    },
    initialPageParam: "",
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: (previous) => previous,
    // Polls slowly if no job is active, because another person or program may start one.
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ jobs }) => jobs.some((job) => job.status === "active")) === true
        ? 3000
        : 20_000,
  });
  const { data: needingEdits } = useQuery(manualEditsQuery(projectId));
  const jobs = data?.pages.flatMap((page) => page.jobs);
  const isFiltered = Object.values(filter).some((value) => value !== "");
  if (error !== null && jobs === undefined) return <Failure error={error} retry={() => void refetch()} />;
  return (
    <Card label="Jobs">
      {jobs === undefined && <Lines count={6} className="h-16.5" />}
      {jobs?.length === 0 &&
        (isFiltered ? (
          <Empty title="No matching jobs">Try another search or filter.</Empty>
        ) : (
          <Empty title="No jobs yet" action={<StartButton onStart={onStart} />}>
            Describe the change you want. The agent makes it and opens a pull request.
          </Empty>
        ))}
      {jobs !== undefined && jobs.length > 0 && (
        <ul className="divide-y divide-line">
          {jobs.map((job) => (
            <Row
              key={job.id}
              job={job}
              projectId={projectId}
              needsEdits={needingEdits?.has(job.id) === true}
            />
          ))}
        </ul>
      )}
      {hasNextPage && (
        <div className="border-t border-line p-3 text-center">
          <Button small busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            Show more
          </Button>
        </div>
      )}
    </Card>
  );
});

/**
 * Rendered again only if its job changes, because a list may have thousands of rows. The intrinsic size is the usual
 * height of a row without its padding, so that nothing below moves when an off-screen row scrolls into view.
 */
const Row = memo(function Row({
  job,
  projectId,
  needsEdits,
}: {
  readonly job: WireJob;
  readonly projectId: string;
  readonly needsEdits: boolean;
}) {
  return (
    <li className="relative grid gap-x-4 gap-y-1.5 px-5 py-3 [contain-intrinsic-size:auto_5rem] [content-visibility:auto] sm:[contain-intrinsic-size:auto_2.65rem] hover:bg-hover sm:grid-cols-[minmax(0,1fr)_4rem_10.5rem_7rem] sm:items-center">
      <div className="min-w-0">
        <Link
          href={`/projects/${projectId}/jobs/${job.id}`}
          className="line-clamp-2 font-medium wrap-anywhere after:absolute after:inset-0"
        >
          <bdi>{job.title}</bdi>
        </Link>
        <p className="truncate text-sm text-quiet">
          {job.startedBy !== null && (
            <>
              by <StartedBy origin={job.startedBy} /> ·{" "}
            </>
          )}
          <bdi>
            {job.failure === null
              ? (job.branch ?? (job.status === "active" ? "No branch yet" : "No changes"))
              : job.failure.message}
          </bdi>
        </p>
      </div>
      <div className="flex items-center gap-3 sm:contents">
        <span className="empty:hidden sm:empty:block">
          {job.pullRequest !== null && <PullRequestMark pullRequest={job.pullRequest} />}
        </span>
        <span>
          <StatusBadge job={job} needsEdits={needsEdits} />
        </span>
        <span className="text-sm text-quiet sm:text-right">
          <Time at={job.createdAt} />
        </span>
      </div>
    </li>
  );
});
