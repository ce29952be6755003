import type { WireJob } from "../../../src/http/wire/job.ts";
import { problemsOf } from "../api/api-error.ts";
import { usePostOnce } from "../api/once.ts";
import { jobPath, jobQuery, messagesQuery, queryClient } from "../api/queries.ts";
import { Button } from "../ui/button.tsx";
import { Failure } from "../ui/card.tsx";
import { useDraftText } from "../ui/drafts.ts";
import { AreaField } from "../ui/field.tsx";
import { submitOnModEnter } from "../ui/submit.ts";

/** Another instruction to the same job: on the same branch, into the same pull request. */
export function FollowUp({ projectId, job }: { readonly projectId: string; readonly job: WireJob }) {
  const draft = useDraftText(`message ${job.id}`);
  const send = usePostOnce<WireJob>(`${jobPath(projectId, job.id)}/message`, (changed, { prompt }) => {
    draft.forget(prompt);
    queryClient.setQueryData(jobQuery(projectId, job.id).queryKey, changed);
    return queryClient.invalidateQueries({ queryKey: messagesQuery(projectId, job.id).queryKey });
  });
  if (job.status === "archived")
    return (
      <p className="text-sm text-quiet">This job is archived. Take it out of the archive to go on with it.</p>
    );
  const { problems, failure } = problemsOf(send.error, "prompt");
  const isMoved = job.pullRequest !== null && job.pullRequest.state !== "open";
  return (
    <form
      className="grid gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        send.mutate({ prompt: draft.text });
      }}
    >
      <AreaField
        label="Follow up"
        name="prompt"
        required
        rows={3}
        placeholder="Also mention it in the changelog."
        value={draft.text}
        onChange={(event) => draft.type(event.currentTarget.value)}
        onKeyDown={submitOnModEnter}
        hint={
          job.status === "active"
            ? "It is queued and done after what runs now."
            : job.pullRequest === null
              ? "It goes on from here, and opens a pull request when it changed something."
              : isMoved
                ? "The pull request has ended: a new branch and a new one are made."
                : "On the same branch; the same pull request is updated."
        }
        problem={problems.prompt}
      />
      {failure !== null && <Failure error={failure} />}
      <div className="flex justify-end">
        <Button type="submit" kind="primary" busy={send.isPending}>
          Send
        </Button>
      </div>
    </form>
  );
}
