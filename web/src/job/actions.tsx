import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { WireJob } from "../../../src/http/wire/job.ts";
import { call } from "../api/call.ts";
import { jobPath, jobQuery, queryClient } from "../api/queries.ts";
import { Button } from "../ui/button.tsx";
import { Failure } from "../ui/card.tsx";
import { Dialog } from "../ui/dialog.tsx";

type Verb = "retry" | "cancel" | "archive" | "unarchive" | "pull-request/merge" | "pull-request/close";

/** Performs an action on a job and updates everything shown about the job. */
export function useJobAction(projectId: string, job: WireJob) {
  return useMutation({
    mutationFn: (verb: Verb) => call<WireJob>(`${jobPath(projectId, job.id)}/${verb}`, { method: "POST" }),
    onSuccess: (changed) => {
      queryClient.setQueryData(jobQuery(projectId, job.id).queryKey, changed);
      void queryClient.invalidateQueries({ queryKey: ["jobs", projectId] });
      for (const query of ["changes", "messages"])
        void queryClient.invalidateQueries({ queryKey: [query, projectId, job.id] });
    },
  });
}

export function JobActions({ projectId, job }: { readonly projectId: string; readonly job: WireJob }) {
  const action = useJobAction(projectId, job);
  const [isConfirming, setConfirming] = useState(false);
  return (
    <>
      {job.status === "active" && (
        <Button small onClick={() => setConfirming(true)}>
          Cancel
        </Button>
      )}
      {job.status === "failed" && (
        <Button small kind="primary" busy={action.isPending} onClick={() => action.mutate("retry")}>
          Try again
        </Button>
      )}
      {job.status === "archived" ? (
        <Button small busy={action.isPending} onClick={() => action.mutate("unarchive")}>
          Unarchive
        </Button>
      ) : (
        job.status !== "active" && (
          <Button small busy={action.isPending} onClick={() => action.mutate("archive")}>
            Archive
          </Button>
        )
      )}
      {action.error !== null && !isConfirming && (
        <span role="alert" className="text-sm text-bad">
          {action.error.message}
        </span>
      )}
      {isConfirming && (
        <Dialog title="Cancel this job?" onClose={() => setConfirming(false)}>
          <p className="text-quiet">
            The agent stops, and queued messages are dropped. Pushed changes are kept.
          </p>
          {action.error !== null && (
            <div className="mt-3">
              <Failure error={action.error} />
            </div>
          )}
          <div className="mt-5 flex justify-end gap-2">
            <Button onClick={() => setConfirming(false)}>Keep running</Button>
            <Button
              kind="danger"
              busy={action.isPending}
              onClick={() => action.mutate("cancel", { onSuccess: () => setConfirming(false) })}
            >
              Cancel job
            </Button>
          </div>
        </Dialog>
      )}
    </>
  );
}

/**
 * The merge and close buttons for a pull request that this service hosts. Other pull requests are merged on their
 * hosts.
 */
export function PullRequestActions({
  projectId,
  job,
}: {
  readonly projectId: string;
  readonly job: WireJob;
}) {
  const action = useJobAction(projectId, job);
  const [dialog, setDialog] = useState<"merge" | "close" | null>(null);
  const base = job.source.ref;
  return (
    <>
      <div className="flex flex-wrap gap-2">
        <Button small kind="primary" onClick={() => setDialog("merge")}>
          Merge
        </Button>
        <Button small onClick={() => setDialog("close")}>
          Close
        </Button>
      </div>
      {dialog !== null && (
        <Dialog
          title={dialog === "merge" ? "Merge this pull request?" : "Close this pull request?"}
          onClose={() => setDialog(null)}
        >
          <p className="text-quiet wrap-anywhere">
            {dialog === "merge"
              ? `This merges into ${base} immediately.`
              : "Nothing is merged. The branch is kept, and the job is archived."}
          </p>
          {action.error !== null && (
            <div className="mt-3">
              <Failure error={action.error} />
            </div>
          )}
          <div className="mt-5 flex justify-end gap-2">
            <Button onClick={() => setDialog(null)}>Cancel</Button>
            <Button
              kind={dialog === "merge" ? "primary" : "danger"}
              busy={action.isPending}
              onClick={() => action.mutate(`pull-request/${dialog}`, { onSuccess: () => setDialog(null) })}
            >
              {dialog === "merge" ? `Merge into ${base}` : "Close pull request"}
            </Button>
          </div>
        </Dialog>
      )}
    </>
  );
}
