import { useMutation } from "@tanstack/react-query";
import { problemsOf } from "../api/api-error.ts";
import { call } from "../api/call.ts";
import { Button } from "../ui/button.tsx";
import { Failure } from "../ui/card.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { TextField } from "../ui/field.tsx";
import { lookAgain, webhooksPath } from "./queries.ts";

/** As the service names them, and what each says. */
const events = [
  ["job.completed", "A job is done"],
  ["job.failed", "A job has failed, or was cancelled"],
  ["job.archived", "A job was put into the archive"],
  ["pull_request.opened", "A pull request was opened"],
] as const;

export function NewWebhook({
  projectId,
  onClose,
  onMade,
}: {
  readonly projectId: string;
  readonly onClose: () => void;
  readonly onMade: (secret: string) => void;
}) {
  const make = useMutation({
    mutationFn: (body: unknown) => call<{ secret: string }>(webhooksPath(projectId), { body }),
    // Never into a cache: it is shown by whoever asked for it, once.
    gcTime: 0,
    onSuccess: async ({ secret }) => {
      await lookAgain(projectId);
      onMade(secret);
    },
  });
  const { problems, failure } = problemsOf(make.error, "url", "events");
  return (
    <Dialog title="New webhook" onClose={onClose}>
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          const form = new FormData(event.currentTarget);
          make.mutate({ url: form.get("url"), events: form.getAll("events") });
        }}
      >
        <TextField
          label="Address"
          name="url"
          type="url"
          required
          autoFocus
          maxLength={2048}
          spellCheck={false}
          placeholder="https://hooks.acme.example/docs"
          hint="Where the events are posted to."
          problem={problems.url}
        />
        <fieldset className="grid gap-2">
          <legend className="text-sm font-medium">Events</legend>
          <div className="mt-2 grid gap-2">
            {events.map(([event, words]) => (
              <label key={event} className="flex items-center gap-2">
                <input type="checkbox" name="events" value={event} defaultChecked className="check" />
                {words}
              </label>
            ))}
          </div>
          {problems.events !== undefined && <p className="text-sm text-bad">{problems.events}</p>}
        </fieldset>
        {failure !== null && <Failure error={failure} />}
        <div className="mt-1 flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" kind="primary" busy={make.isPending}>
            Create webhook
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
