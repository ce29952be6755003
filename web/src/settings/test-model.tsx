import { useMutation, useQuery } from "@tanstack/react-query";
import type { WireModelTrial, WireProject } from "../../../src/http/wire/dashboard.ts";
import { ApiError } from "../api/api-error.ts";
import { call } from "../api/call.ts";
import { sessionQuery } from "../api/queries.ts";
import { Button } from "../ui/button.tsx";
import { TextField, valuesOf } from "../ui/field.tsx";

/** Tests whether a model responds when called with the stored key. */
export function TestModel({ project }: { readonly project: WireProject }) {
  const { data: session } = useQuery(sessionQuery);
  const model = project.model ?? session?.defaultModel ?? "";
  const trial = useMutation({
    mutationFn: (body: unknown) => call<WireModelTrial>(`projects/${project.id}/try-model`, { body }),
  });
  const problem = trial.error instanceof ApiError ? trial.error.details.get("model") : undefined;
  return (
    <form
      className="grid gap-3 border-t border-line p-5"
      onSubmit={(event) => {
        event.preventDefault();
        trial.mutate(valuesOf(event.currentTarget));
      }}
    >
      <div className="flex flex-wrap items-end gap-3">
        <div className="min-w-0 flex-1 basis-56">
          <TextField
            key={model}
            label="Model to test"
            name="model"
            required
            defaultValue={model}
            spellCheck={false}
            autoComplete="off"
            problem={problem}
          />
        </div>
        <Button type="submit" busy={trial.isPending}>
          Test model
        </Button>
      </div>
      <p
        role="status"
        className={`text-sm wrap-anywhere ${trial.data?.ok === true ? "text-good" : trial.data === undefined && trial.error === null ? "text-quiet" : "text-bad"}`}
      >
        {trial.isPending
          ? "Testing…"
          : (sentenceOf(trial.data) ??
            (problem === undefined ? trial.error?.message : undefined) ??
            "Sends the model a short request with its provider's key.")}
      </p>
    </form>
  );
}

function sentenceOf(trial: WireModelTrial | undefined): string | undefined {
  if (trial === undefined) return undefined;
  return trial.message.endsWith(".") ? trial.message : `${trial.message}.`;
}
