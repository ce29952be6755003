import type { ReactNode } from "react";
import { Link } from "wouter";
import { count } from "../ui/time.tsx";
import { addDays, dayOf, today, words } from "../visitors/dates.ts";
import { MiniBars } from "../visitors/mini-bars.tsx";
import { readRange } from "../visitors/range.ts";
import { projectSource, useSeries } from "../visitors/use-analytics.ts";
import type { WireOpportunity } from "./queries.ts";
import { type Evidence, reasonsInWords } from "./words.ts";

/** Everything known about an opportunity. Readers' texts are shown as text. */
export function EvidenceView({
  projectId,
  opportunity,
}: {
  readonly projectId: string;
  readonly opportunity: WireOpportunity;
}) {
  const { instruction, needsModel, jobId, status } = opportunity;
  const evidence: Evidence = opportunity.evidence;
  const { path, suggestion, referrers, comments, searchQuery } = evidence;
  return (
    <div className="grid gap-x-10 gap-y-5 border-t border-line bg-sunken/50 px-5 py-4 text-sm lg:grid-cols-[minmax(0,1fr)_minmax(0,22rem)] sm:pl-22">
      <div className="grid min-w-0 content-start gap-5">
        {referrers !== undefined && path !== undefined && <Days projectId={projectId} path={path} />}
        {referrers !== undefined && <Referrers referrers={referrers} />}
        {comments !== undefined && (
          <Part name="Comments">
            {comments.length === 0 ? (
              <p className="text-quiet">No comments</p>
            ) : (
              <ul className="grid gap-2">
                {comments.map((comment, index) => (
                  <li
                    key={`${index} ${comment}`}
                    className="border-l-2 border-line-strong pl-3 wrap-anywhere whitespace-pre-wrap"
                  >
                    <bdi>{comment}</bdi>
                  </li>
                ))}
              </ul>
            )}
          </Part>
        )}
        {searchQuery !== undefined && (
          <Part name="Search query">
            {searchQuery === null ? (
              <p className="text-quiet">No recent searches</p>
            ) : (
              <p className="wrap-anywhere">
                <bdi>{searchQuery}</bdi>
              </p>
            )}
          </Part>
        )}
      </div>
      <div className="grid min-w-0 content-start gap-5">
        {suggestion !== undefined && (
          <Part name="Suggested page">
            <p className="font-mono wrap-anywhere">
              <bdi>{suggestion.path}</bdi>
            </p>
            <p className="text-quiet">{reasonsInWords[suggestion.reason]}</p>
          </Part>
        )}
        <Part name="Instruction">
          <p className="wrap-anywhere">
            <bdi>{instruction}</bdi>
          </p>
          <p className="text-quiet">{needsModel ? "Needs a language model" : "Needs no language model"}</p>
        </Part>
        {status === "open" && jobId !== null && (
          <p>
            <Link
              href={`/projects/${projectId}/jobs/${jobId}`}
              className="rounded text-accent underline underline-offset-2"
            >
              Previous job
            </Link>
          </p>
        )}
      </div>
    </div>
  );
}

function Part({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <section aria-label={name} className="grid min-w-0 content-start gap-1.5">
      <h3 className="text-xs font-medium text-quiet">{name}</h3>
      {children}
    </section>
  );
}

const days = 30;

/** The visitors who requested a missing address, by day. */
function Days({ projectId, path }: { readonly projectId: string; readonly path: string }) {
  const range = readRange(new URLSearchParams(`range=${days}d`), today());
  const report = { source: projectSource(projectId), range, prefix: "", filters: { page: [path] } };
  const { data } = useSeries(report, "missing");
  const first = range.from ?? today();
  const byDay = new Map(data?.points.map(({ start, total }) => [dayOf(new Date(start)), total]));
  const totals = Array.from({ length: days }, (_, index) => byDay.get(addDays(first, index)) ?? 0);
  const last = totals.findLastIndex((total) => total > 0);
  const requested = totals.filter((total) => total > 0).length;
  return (
    <Part name="Visitors per day">
      <MiniBars heights={totals} className="h-12 w-full max-w-96" />
      <p className="flex h-5 max-w-96 text-xs text-quiet">
        {data !== undefined && data !== null && last !== -1 && (
          <>
            Requested on {count(requested)} of the last {days} days, last on{" "}
            {words.day(new Date(`${addDays(first, last)}T00:00:00`))}
          </>
        )}
      </p>
    </Part>
  );
}

function Referrers({ referrers }: { readonly referrers: NonNullable<Evidence["referrers"]> }) {
  if (referrers.length === 0)
    return (
      <Part name="Sources">
        <p className="text-quiet">Direct</p>
      </Part>
    );
  return (
    <Part name="Sources">
      <table className="w-full max-w-96 table-fixed">
        <thead className="sr-only">
          <tr>
            <th>Source</th>
            <th>People</th>
            <th>AI agents</th>
          </tr>
        </thead>
        <tbody>
          {referrers.map(({ referrer, human, ai }) => (
            <tr key={referrer} className="h-7">
              <td className="truncate pr-3">
                <bdi>{referrer}</bdi>
              </td>
              <td className="w-24 text-right text-quiet tabular-nums">
                {count(human)} {human === 1 ? "person" : "people"}
              </td>
              <td className="w-24 text-right text-quiet tabular-nums">
                {count(ai)} {ai === 1 ? "agent" : "agents"}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Part>
  );
}
