import { useMutation } from "@tanstack/react-query";
import type { WireJob } from "../../../src/http/wire/job.ts";
import { call } from "../api/call.ts";
import { jobPath, jobQuery, queryClient } from "../api/queries.ts";
import { toast } from "../ui/toast.ts";

export type Verb =
  | "retry"
  | "cancel"
  | "archive"
  | "unarchive"
  | "pull-request/merge"
  | "pull-request/close"
  | "pull-request/revoke-links";

/** The report shown after each action; null if the screen itself shows the result. */
const reports: Readonly<Record<Verb, string | null>> = {
  retry: null,
  cancel: "Job canceled",
  archive: "Job archived",
  unarchive: "Job unarchived",
  "pull-request/merge": "Pull request merged",
  "pull-request/close": "Pull request closed",
  "pull-request/revoke-links": "Share links revoked",
};

/** Performs an action on a job, and updates everything shown about the job. */
export async function performJobAction(projectId: string, jobId: string, verb: Verb): Promise<WireJob> {
  const changed = await call<WireJob>(`${jobPath(projectId, jobId)}/${verb}`, { method: "POST" });
  queryClient.setQueryData(jobQuery(projectId, jobId).queryKey, changed);
  void queryClient.invalidateQueries({ queryKey: ["jobs", projectId] });
  for (const query of ["changes", "messages"])
    void queryClient.invalidateQueries({ queryKey: [query, projectId, jobId] });
  return changed;
}

export function useJobAction(projectId: string, job: WireJob) {
  return useMutation({
    mutationFn: (verb: Verb) => performJobAction(projectId, job.id, verb),
    onSuccess(_changed, verb) {
      const text = reports[verb];
      if (text !== null)
        toast(text, { undo: verb === "archive" ? () => undoArchive(projectId, job.id) : null });
    },
  });
}

function undoArchive(projectId: string, jobId: string): void {
  performJobAction(projectId, jobId, "unarchive").catch((error: unknown) =>
    toast(error instanceof Error ? error.message : String(error), { isError: true }),
  );
}
