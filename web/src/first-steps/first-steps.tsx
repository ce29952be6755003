import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import type { WireProject } from "../../../src/http/wire/dashboard.ts";
import { overviewQuery } from "../api/queries.ts";
import { Button } from "../ui/button.tsx";
import { Card, Lines } from "../ui/card.tsx";
import { CheckIcon } from "../ui/icons.tsx";
import { projectSource, useTotals } from "../visitors/use-analytics.ts";
import { Ask } from "./ask.tsx";
import { Connect } from "./connect.tsx";
import { hideSteps, isHidden } from "./hidden.ts";
import { Record } from "./record.tsx";

/**
 * The first steps of a new owner, each of which can be done here. Shown until all steps are done, or until they are
 * hidden.
 */
export function FirstSteps({ project }: { readonly project: WireProject | null }) {
  const [isGone, setGone] = useState(isHidden);
  const id = project?.id ?? "none";
  const { data: overview, error } = useQuery({ ...overviewQuery(id), enabled: project !== null && !isGone });
  const visits = useTotals(
    project === null || isGone
      ? null
      : {
          source: projectSource(project.id),
          range: { id: "all", from: null, to: null, interval: "month" },
          prefix: "",
          filters: {},
        },
  );
  // The steps are not shown if all were done before this screen was opened. Steps done on it keep their check marks.
  const [wasDone, setWasDone] = useState<boolean | null>(project === null ? false : null);
  const isLoaded = project === null || (overview !== undefined && visits.data !== undefined);
  const hasJob = overview !== undefined && overview.lastJob !== null;
  const hasVisits = (visits.data?.total ?? 0) > 0;
  if (wasDone === null && isLoaded) setWasDone(hasJob && hasVisits);
  // A failed refetch keeps what is shown, because people may be typing in it.
  const hasFailed = !isLoaded && (error !== null || visits.error !== null);
  if (isGone || wasDone === true || hasFailed) return null;
  if (!isLoaded || wasDone === null) return <Lines count={4} className="h-24" />;
  const steps = [
    {
      title: "Connect a repository",
      about: "The docs that the agent changes. You can also try everything with sample docs first.",
      isDone: project !== null,
      body: <Connect />,
    },
    {
      title: "Ask for a change",
      about: "The agent works on its own branch and opens a pull request.",
      isDone: hasJob,
      body: project === null ? null : <Ask projectId={project.id} overview={overview} />,
      after: project === null ? null : <Ask projectId={project.id} overview={overview} />,
    },
    {
      title: "Count visitors",
      about: "Add this script to the head of your docs. It sets no cookies.",
      isDone: hasVisits,
      body: project === null ? null : <Record projectId={project.id} />,
    },
  ];
  const done = steps.filter(({ isDone }) => isDone).length;
  const current = steps.findIndex(({ isDone }) => !isDone);
  return (
    <Card label="First steps">
      <div className="flex items-center gap-4 border-b border-line px-5 py-3.5">
        <h2 className="text-lg">First steps</h2>
        <Progress done={done} of={steps.length} />
        <Button
          small
          kind="quiet"
          className="ml-auto"
          onClick={() => {
            hideSteps();
            setGone(true);
          }}
        >
          {done === steps.length ? "Done" : "Hide"}
        </Button>
      </div>
      <ol className="divide-y divide-line">
        {steps.map(({ title, about, isDone, body, after = null }, index) => (
          <li key={title} className="grid grid-cols-[1.75rem_minmax(0,1fr)] gap-x-3.5 px-5 py-4">
            <Mark number={index + 1} isDone={isDone} isCurrent={index === current} />
            <div className="min-w-0">
              <h3 className={`leading-7 ${isDone || index > current ? "text-quiet" : ""}`}>
                {title}
                {isDone && <span className="sr-only"> (done)</span>}
              </h3>
              {index === current && (
                <>
                  <p className="text-quiet">{about}</p>
                  <div className="mt-4">{body}</div>
                </>
              )}
              {isDone && after}
            </div>
          </li>
        ))}
      </ol>
    </Card>
  );
}

function Mark({
  number,
  isDone,
  isCurrent,
}: {
  readonly number: number;
  readonly isDone: boolean;
  readonly isCurrent: boolean;
}): ReactNode {
  const color = isDone
    ? "bg-good-soft text-good"
    : isCurrent
      ? "bg-accent-solid text-white"
      : "bg-sunken text-quiet";
  return (
    <span aria-hidden className={`grid size-7 place-items-center rounded-full text-sm font-medium ${color}`}>
      {isDone ? <CheckIcon /> : number}
    </span>
  );
}

function Progress({ done, of }: { readonly done: number; readonly of: number }) {
  return (
    <span role="status" className="flex items-center gap-2 text-sm text-quiet">
      <svg aria-hidden viewBox="0 0 60 4" className="h-1 w-15 rounded-full">
        <rect width="60" height="4" rx="2" className="fill-sunken" />
        <rect width={(60 * done) / of} height="4" rx="2" className="fill-good" />
      </svg>
      {done} of {of}
    </span>
  );
}
