import { lazy, Suspense, useEffect } from "react";
import { mayWork, queryClient, useProject } from "../api/queries.ts";
import { useUrlState } from "../api/url-state.ts";
import { Button } from "../ui/button.tsx";
import { Failure, Lines, PageHead } from "../ui/card.tsx";
import { useTitle } from "../ui/title.ts";
import { ExcludedViews } from "../visitors/excluded.tsx";
import { LogNotes } from "../visitors/log-notes.tsx";
import { Live, Report } from "../visitors/report.tsx";
import { SetUp } from "../visitors/set-up.tsx";
import { projectSource, useTotals } from "../visitors/use-analytics.ts";

const Share = lazy(async () => ({ default: (await import("../visitors/share.tsx")).Share }));

/** The project's visitor report. The range, filters and open dialogs are in the URL. */
export function Visitors({ projectId }: { readonly projectId: string }) {
  useTitle("Visitors");
  const { params, change } = useUrlState();
  const project = useProject(projectId);
  const source = projectSource(projectId);
  const allTime = useTotals({
    source,
    range: { id: "all", from: null, to: null, interval: "month" },
    prefix: "",
    filters: {},
  });
  const isWaiting = allTime.data?.total === 0;
  const showsSetUp = isWaiting || params.get("show") === "set-up";
  useFirstVisitPolling(isWaiting, source.id);
  return (
    <>
      <PageHead title="Visitors" about="Unique people and AI agents reading your docs">
        <Live source={source} />
        {allTime.data !== undefined && !isWaiting && (
          <Button onClick={() => change({ show: showsSetUp ? null : "set-up" })}>
            {showsSetUp ? "Back to report" : "Set up"}
          </Button>
        )}
        {mayWork(project) && <Button onClick={() => change({ share: "1" })}>Share</Button>}
      </PageHead>
      <LogNotes projectId={projectId} />
      {allTime.error !== null && allTime.data === undefined && (
        <Failure error={allTime.error} retry={() => void allTime.refetch()} />
      )}
      {allTime.data === undefined && allTime.error === null && <Lines count={8} className="h-20" />}
      {showsSetUp && <SetUp source={source} projectId={projectId} isWaiting={isWaiting} />}
      {allTime.data !== undefined && !showsSetUp && (
        <Report source={source} jobsPath={`/projects/${projectId}/jobs`} canStart={mayWork(project)} />
      )}
      <ExcludedViews projectId={projectId} />
      {params.get("share") !== null && mayWork(project) && (
        <Suspense>
          <Share projectId={projectId} onClose={() => change({ share: null }, "back")} />
        </Suspense>
      )}
    </>
  );
}

/** Refetches everything every few seconds until the first visit is recorded. */
function useFirstVisitPolling(isWaiting: boolean, sourceId: string): void {
  useEffect(() => {
    if (!isWaiting) return;
    const analytics = { queryKey: ["analytics", sourceId] };
    const timer = setInterval(() => void queryClient.invalidateQueries(analytics), 3000);
    return () => clearInterval(timer);
  }, [isWaiting, sourceId]);
}
