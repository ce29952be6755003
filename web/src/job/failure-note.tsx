import { Link } from "wouter";
import type { WireJob } from "../../../src/http/wire/job.ts";

type Failed = NonNullable<WireJob["failure"]>;

/** Where something can be set so that it goes better, by what went wrong: the words of the link and the screen. */
const ways: Partial<Readonly<Record<Failed["code"], readonly [string, string]>>> = {
  needs_language_model: ["Give the project a key for a model", "settings#model-keys"],
  model_error: ["Test the model", "settings#model-keys"],
  model_refused: ["Choose another model", "settings#general"],
  budget_exceeded: ["Change the budget", "settings#budget"],
  policy_refused: ["See which files jobs may change", "settings#paths"],
  repository_unavailable: ["Test the connection", "settings#repository"],
  host_refused: ["RefreshPullRequest at the access token", "settings#repository"],
  branch_exists: ["Start a job on another branch", "jobs?compose=1"],
};

/** Why the last turn failed, and where to go next. That somebody stopped it is no failure. */
export function FailureNote({
  failure: { code, message },
  projectId,
  mayAct,
}: {
  readonly failure: Failed;
  readonly projectId: string;
  readonly mayAct: boolean;
}) {
  const way = ways[code];
  const look = code === "cancelled" ? "bg-sunken text-quiet" : "bg-bad-soft";
  return (
    <div
      role="alert"
      className={`mt-3 flex flex-wrap items-baseline gap-x-6 gap-y-1 rounded-card px-4 py-2.5 ${look}`}
    >
      <bdi className="min-w-0 flex-1 basis-80 wrap-anywhere">{message}</bdi>
      {way !== undefined && mayAct && (
        <Link
          href={`/projects/${projectId}/${way[1]}`}
          className="rounded font-medium text-bad underline underline-offset-2"
        >
          {way[0]}
        </Link>
      )}
    </div>
  );
}
