import { useMutation } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { WireProject } from "../../../src/http/wire/dashboard.ts";
import { problemsOf } from "../api/api-error.ts";
import { call } from "../api/call.ts";
import { mayWork, projectsQuery, queryClient } from "../api/queries.ts";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { CopyLine } from "../ui/copy.tsx";
import { TextField, valuesOf } from "../ui/field.tsx";
import { FormDialog } from "../ui/form-dialog.tsx";

/** Where the docs are, whether they can be reached, and with what. */
export function Repository({ project }: { readonly project: WireProject }) {
  const [isMoving, setMoving] = useState(false);
  const test = useMutation({ mutationFn: () => call(`projects/${project.id}/test`, { method: "POST" }) });
  const isOwner = project.role === "owner";
  return (
    <Card label="Repository" className="grid gap-3 p-5">
      <h2 id="repository" tabIndex={-1} className="scroll-mt-16 outline-none">
        Repository
      </h2>
      <CopyLine text={project.repositoryUrl} what="the repository's address" />
      {mayWork(project) && (
        <div className="flex flex-wrap items-center gap-3">
          <Button small onClick={() => test.mutate()} busy={test.isPending}>
            Test the connection
          </Button>
          {isOwner && (
            <Button small onClick={() => setMoving(true)}>
              Change the repository …
            </Button>
          )}
          <span
            role="status"
            className={`min-w-0 text-sm wrap-anywhere ${test.error === null ? "text-good" : "text-bad"}`}
          >
            {test.error?.message ?? (test.isSuccess ? "Reached." : "")}
          </span>
        </div>
      )}
      {isOwner && !project.repositoryUrl.startsWith("file:") && <AccessToken project={project} />}
      {isMoving && <Move project={project} onClose={() => setMoving(false)} />}
    </Card>
  );
}

function AccessToken({ project }: { readonly project: WireProject }) {
  const form = useRef<HTMLFormElement>(null);
  const save = useMutation({
    mutationFn: (body: unknown) => call(`projects/${project.id}/credential`, { body }),
    onSuccess: () => form.current?.reset(),
  });
  return (
    <form
      ref={form}
      className="mt-1 grid gap-3 border-t border-line pt-4"
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate(valuesOf(event.currentTarget));
      }}
    >
      <TextField
        label="New access token"
        name="credential"
        type="password"
        autoComplete="off"
        required
        hint="Replaces the one that is kept, once the host takes it. Kept encrypted, and never shown again."
        problem={save.error?.message}
      />
      <div className="flex items-center gap-3">
        <Button type="submit" small busy={save.isPending}>
          Replace the token
        </Button>
        <span role="status" className="text-sm text-good">
          {save.isSuccess ? "Replaced." : ""}
        </span>
      </div>
    </form>
  );
}

/** Another repository is another set of docs: what was done stays with the former one, which is said first. */
function Move({ project, onClose }: { readonly project: WireProject; readonly onClose: () => void }) {
  const move = useMutation({
    mutationFn: (body: unknown) => call(`projects/${project.id}/repository`, { body }),
    onSuccess: () => {
      onClose();
      return queryClient.invalidateQueries({ queryKey: projectsQuery.queryKey });
    },
  });
  const { problems, failure } = problemsOf(move.error, "repository", "credential");
  return (
    <FormDialog
      title="Change the repository"
      act="Change it"
      isSending={move.isPending}
      failure={failure}
      onSubmit={(form) => move.mutate(valuesOf(form))}
      onClose={onClose}
    >
      <p className="text-quiet">
        New jobs work on the new one, from its default branch. Jobs, pull requests and visitors so far stay as
        they are. It is reached before anything changes.
      </p>
      <TextField
        label="Repository"
        name="repository"
        required
        autoFocus
        defaultValue={project.repositoryUrl}
        maxLength={2048}
        spellCheck={false}
        autoCapitalize="none"
        problem={problems.repository}
      />
      <TextField
        label="Access token"
        name="credential"
        type="password"
        autoComplete="off"
        hint="Empty takes the one that is kept for its host."
        problem={problems.credential}
      />
    </FormDialog>
  );
}
