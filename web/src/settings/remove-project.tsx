import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useLocation } from "wouter";
import type { WireProject } from "../../../src/http/wire/dashboard.ts";
import { call } from "../api/call.ts";
import { projectsQuery, queryClient } from "../api/queries.ts";
import { Button } from "../ui/button.tsx";
import { Card, Failure } from "../ui/card.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { TextField } from "../ui/field.tsx";

export function RemoveProject({ project }: { readonly project: WireProject }) {
  const [asks, setAsks] = useState(false);
  return (
    <Card
      label="Delete the project"
      className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 p-5"
    >
      <div className="min-w-0 flex-1 basis-72">
        <h2 id="delete" tabIndex={-1} className="scroll-mt-16 outline-none">
          Delete the project
        </h2>
        <p className="mt-1 text-quiet">
          Its jobs, keys, visitors and settings are gone for good. What was pushed to the repository stays
          there.
        </p>
      </div>
      <Button onClick={() => setAsks(true)} className="text-bad">
        Delete …
      </Button>
      {asks && <Ask project={project} onClose={() => setAsks(false)} />}
    </Card>
  );
}

function Ask({ project, onClose }: { readonly project: WireProject; readonly onClose: () => void }) {
  const [, navigate] = useLocation();
  const [typed, setTyped] = useState("");
  const remove = useMutation({
    mutationFn: () => call(`projects/${project.id}/remove`, { body: { name: typed } }),
    onSuccess: async () => {
      navigate("/projects", { replace: true });
      await queryClient.invalidateQueries({ queryKey: projectsQuery.queryKey });
    },
  });
  const isTyped = typed.trim() === project.name;
  return (
    <Dialog title="Delete the project?" onClose={onClose}>
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (isTyped) remove.mutate();
        }}
      >
        <p className="text-quiet">
          Jobs at work are stopped, API keys are refused from this moment on, and everything that is kept of{" "}
          <bdi className="font-medium wrap-anywhere text-text">{project.name}</bdi> is deleted. This cannot be
          undone.
        </p>
        <TextField
          label="Type the project's name"
          name="name"
          autoFocus
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        {remove.error !== null && <Failure error={remove.error} />}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Keep it</Button>
          <Button type="submit" kind="danger" disabled={!isTyped} busy={remove.isPending}>
            Delete for good
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
