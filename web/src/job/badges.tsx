import type { WireJob } from "../../../src/http/wire/job.ts";
import { Badge, type Tone } from "../ui/card.tsx";
import { PullRequestIcon } from "../ui/icons.tsx";

/** The job's status. A merged pull request takes precedence over “Completed” and “Archived”. */
export function StatusBadge({ job }: { readonly job: Pick<WireJob, "status" | "failure" | "pullRequest"> }) {
  if (job.status === "active")
    return (
      <Badge tone="accent" dot>
        Active
      </Badge>
    );
  if (job.failure?.code === "cancelled" && job.status === "failed")
    return <Badge tone="neutral">Canceled</Badge>;
  if (job.status === "failed") return <Badge tone="bad">Failed</Badge>;
  if (job.pullRequest?.state === "merged") return <Badge tone="merged">Merged</Badge>;
  return (
    <Badge tone={job.status === "completed" ? "good" : "neutral"}>
      {job.status === "completed" ? "Completed" : "Archived"}
    </Badge>
  );
}

const origins = {
  key: "API key ",
  person: "",
  command: "command ",
  automation: "automation ",
} as const;

/** Shows the person or program that started a job. */
export function StartedBy({
  origin: { kind, name },
}: {
  readonly origin: NonNullable<WireJob["startedBy"]>;
}) {
  return (
    <>
      {origins[kind]}
      <bdi>{name}</bdi>
    </>
  );
}

type PullRequest = NonNullable<WireJob["pullRequest"]>;

export const pullRequestTone: Readonly<Record<PullRequest["state"], Tone>> = {
  open: "good",
  merged: "merged",
  closed: "bad",
};

const color: Readonly<Record<PullRequest["state"], string>> = {
  open: "text-good",
  merged: "text-merged",
  closed: "text-bad",
};

export function PullRequestMark({ pullRequest: { number, state } }: { readonly pullRequest: PullRequest }) {
  return (
    <span
      className={`flex items-center gap-1 text-sm ${color[state]}`}
      title={`Pull request #${number}, ${state}`}
    >
      <PullRequestIcon />#{number}
      <span className="sr-only">, {state}</span>
    </span>
  );
}
