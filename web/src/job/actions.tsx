import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { WireJob } from "../../../src/http/wire/job.ts";
import { call } from "../api/call.ts";
import { jobPath, jobQuery, queryClient } from "../api/queries.ts";
import { Button } from "../ui/button.tsx";
import { Failure } from "../ui/card.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { ManualEdits } from "./manual-edits.tsx";

type Verb =
  | "retry"
  | "cancel"
  | "archive"
  | "unarchive"
  | "pull-request/merge"
  | "pull-request/close"
  | "pull-request/revoke-links";

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

interface LocalAction {
  readonly button: string;
  readonly title: string;
  readonly confirm: string;
  readonly text: string;
}

/** The actions for a pull request that this service hosts. Other pull requests are merged on their hosts. */
const localActions = (base: string): Readonly<Record<"merge" | "close" | "revoke-links", LocalAction>> => ({
  merge: {
    button: "Merge",
    title: "Merge this pull request?",
    confirm: `Merge into ${base}`,
    text: `This merges into ${base} immediately.`,
  },
  close: {
    button: "Close",
    title: "Close this pull request?",
    confirm: "Close pull request",
    text: "Nothing is merged. The branch is kept, and the job is archived.",
  },
  "revoke-links": {
    button: "Revoke links",
    title: "Revoke the share links?",
    confirm: "Revoke links",
    text: "All share links to this pull request stop working immediately, and a new one is created.",
  },
});

export function PullRequestActions({
  projectId,
  job,
  isOpen,
  left,
}: {
  readonly projectId: string;
  readonly job: WireJob;
  readonly isOpen: boolean;
  /** The manual edits that the job left, which the merge dialog repeats. */
  readonly left: readonly string[];
}) {
  const action = useJobAction(projectId, job);
  const actions = localActions(job.source.ref);
  const [chosen, setChosen] = useState<keyof typeof actions | null>(null);
  const shown = isOpen ? (["merge", "close", "revoke-links"] as const) : (["revoke-links"] as const);
  return (
    <>
      <div className="flex flex-wrap gap-2">
        {shown.map((name) => (
          <Button
            key={name}
            small
            {...(name === "merge" ? { kind: "primary" as const } : {})}
            onClick={() => setChosen(name)}
          >
            {actions[name].button}
          </Button>
        ))}
      </div>
      {chosen !== null && (
        <Dialog title={actions[chosen].title} onClose={() => setChosen(null)}>
          <p className="text-quiet wrap-anywhere">{actions[chosen].text}</p>
          {chosen === "merge" && left.length > 0 && (
            <div className="mt-3">
              <ManualEdits left={left} />
            </div>
          )}
          {action.error !== null && (
            <div className="mt-3">
              <Failure error={action.error} />
            </div>
          )}
          <div className="mt-5 flex justify-end gap-2">
            <Button onClick={() => setChosen(null)}>Cancel</Button>
            <Button
              kind={chosen === "merge" ? "primary" : "danger"}
              busy={action.isPending}
              onClick={() => action.mutate(`pull-request/${chosen}`, { onSuccess: () => setChosen(null) })}
            >
              {actions[chosen].confirm}
            </Button>
          </div>
        </Dialog>
      )}
    </>
  );
}
