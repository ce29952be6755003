import { useMutation } from "@tanstack/react-query";
import type { WireJob } from "../../../src/http/wire/job.ts";
import { performJobAction } from "../job/job-action.ts";
import { useShortcuts } from "../shell/shortcuts.ts";
import { Button } from "../ui/button.tsx";
import { plural } from "../ui/time.tsx";
import { toast } from "../ui/toast.ts";

const canArchive = ({ status }: WireJob) => status === "completed" || status === "failed";

/** Actions on the selected jobs. Escape clears the selection. */
export function SelectionBar({
  projectId,
  jobs,
  onClear,
}: {
  readonly projectId: string;
  readonly jobs: readonly WireJob[];
  readonly onClear: () => void;
}) {
  useShortcuts({ Escape: onClear });
  const archivable = jobs.filter(canArchive);
  const archive = useMutation({
    // The jobs are an argument, because archived jobs may leave the list and the selection before all are archived.
    async mutationFn(chosen: readonly WireJob[]) {
      for (const { id } of chosen) await performJobAction(projectId, id, "archive");
    },
    onSuccess(_answer, chosen) {
      onClear();
      toast(`${plural(chosen.length, "job")} archived`, {
        undo: () => void unarchive(projectId, chosen),
      });
    },
    onError: (error) => toast(error.message, { isError: true }),
  });
  return (
    <section
      aria-label="Selection"
      className="fixed inset-x-0 bottom-4 z-20 mx-auto flex w-fit max-w-[calc(100%-2rem)] items-center gap-2 rounded-card bg-raised py-2 pr-2 pl-4 shadow-raised"
    >
      <span role="status" className="mr-2 font-medium tabular-nums">
        {jobs.length} selected
      </span>
      <Button
        small
        disabled={archivable.length === 0}
        busy={archive.isPending}
        onClick={() => archive.mutate(archivable)}
      >
        Archive
      </Button>
      <Button small kind="quiet" onClick={onClear}>
        Clear
      </Button>
    </section>
  );
}

async function unarchive(projectId: string, jobs: readonly WireJob[]): Promise<void> {
  try {
    for (const { id } of jobs) await performJobAction(projectId, id, "unarchive");
  } catch (error) {
    toast((error as Error).message, { isError: true });
  }
}
