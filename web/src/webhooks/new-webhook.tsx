import { useMutation } from "@tanstack/react-query";
import { problemsOf } from "../api/api-error.ts";
import { call } from "../api/call.ts";
import { TextField } from "../ui/field.tsx";
import { FormDialog } from "../ui/form-dialog.tsx";
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
    <FormDialog
      title="New webhook"
      act="Create webhook"
      isSending={make.isPending}
      failure={failure}
      onSubmit={(form) => {
        const entries = new FormData(form);
        make.mutate({ url: entries.get("url"), events: entries.getAll("events") });
      }}
      onClose={onClose}
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
    </FormDialog>
  );
}
