import { Link } from "wouter";
import type { WireJob } from "../../../src/http/wire/job.ts";

type Failed = NonNullable<WireJob["failure"]>;

/** For each failure that a setting can fix, the link's text and the screen that the link opens. */
const remedies: Partial<Readonly<Record<Failed["code"], readonly [string, string]>>> = {
  needs_language_model: ["Add a model key", "settings#model-keys"],
  model_error: ["Test model", "settings#model"],
  model_refused: ["Change model", "settings#model"],
  budget_exceeded: ["Change budget", "settings#budget"],
  policy_refused: ["View allowed files", "settings#paths"],
  repository_unavailable: ["Test connection", "settings#repository"],
  host_refused: ["Check access token", "settings#repository"],
  branch_exists: ["Use another branch", "jobs?compose=1"],
};

/** A canceled job and a question from the agent are not shown as errors. */
const calm: ReadonlySet<Failed["code"]> = new Set(["cancelled", "needs_clarification"]);

/** Says why the last turn failed and links to a remedy. */
export function FailureNote({
  failure: { code, message },
  projectId,
  mayAct,
}: {
  readonly failure: Failed;
  readonly projectId: string;
  readonly mayAct: boolean;
}) {
  const remedy = remedies[code];
  const colors = calm.has(code) ? "bg-sunken text-quiet" : "bg-bad-soft";
  return (
    <div
      role="alert"
      className={`mt-3 flex flex-wrap items-baseline gap-x-6 gap-y-1 rounded-card px-4 py-2.5 ${colors}`}
    >
      <bdi className="min-w-0 flex-1 basis-80 wrap-anywhere">{message}</bdi>
      {remedy !== undefined && mayAct && (
        <Link
          href={`/projects/${projectId}/${remedy[1]}`}
          className="rounded font-medium text-bad underline underline-offset-2"
        >
          {remedy[0]}
        </Link>
      )}
    </div>
  );
}
