import { queryOptions, useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { WireModel, WireModelTrial } from "../../../src/http/wire/dashboard.ts";
import { call } from "../api/call.ts";
import { Button } from "../ui/button.tsx";
import { Badge, Lines } from "../ui/card.tsx";
import { TextField } from "../ui/field.tsx";
import { CheckIcon } from "../ui/icons.tsx";
import { dollars } from "../ui/time.tsx";
import type { ControlProps } from "./section.ts";

export const modelsQuery = (projectId: string) =>
  queryOptions({
    queryKey: ["models", projectId],
    queryFn: async ({ signal }) =>
      (await call<{ models: readonly WireModel[] }>(`projects/${projectId}/models`, { signal })).models,
    staleTime: 60_000,
  });

const shownMax = 6;

/** A field for the model, with a list that shows each model's cost and key, and a button that tests the model. */
export function createModelPicker({
  projectId,
  defaultModel,
  mayTest,
}: {
  readonly projectId: string;
  readonly defaultModel: string;
  readonly mayTest: boolean;
}) {
  return function ModelPicker({ field, label, draft, problem, mayChange, onChange }: ControlProps) {
    const { data: models } = useQuery(modelsQuery(projectId));
    const [isAll, setAll] = useState(false);
    const chosen = draft.trim() === "" ? defaultModel : draft.trim();
    // Typed text narrows the list, unless it is the ID of a listed model.
    const isChosen = draft.trim() === "" || models?.some(({ id }) => id === chosen) === true;
    const typed = isChosen ? "" : chosen.toLowerCase();
    const found = (models ?? []).filter(({ id }) => id.toLowerCase().includes(typed));
    const sorted = [...found].sort(
      (a, b) => Number(b.id === chosen) - Number(a.id === chosen) || Number(b.hasKey) - Number(a.hasKey),
    );
    const shown = isAll ? sorted : sorted.slice(0, shownMax);
    return (
      <div className="grid gap-3">
        <TextField
          label={label}
          name={field.name}
          value={draft}
          disabled={!mayChange}
          onChange={({ currentTarget: { value } }) => onChange(value)}
          placeholder={defaultModel}
          spellCheck={false}
          autoCapitalize="none"
          autoComplete="off"
          hint={field.description}
          problem={problem}
        />
        {models === undefined && <Lines count={shownMax} className="h-11" />}
        <ul
          aria-label="Models"
          className="divide-y divide-line rounded-control border border-line empty:hidden"
        >
          {shown.map(({ id, price, hasKey }) => (
            <li key={id}>
              <button
                type="button"
                aria-pressed={id === chosen}
                disabled={!mayChange}
                onClick={() => onChange(id === defaultModel ? "" : id)}
                className="flex min-h-11 w-full flex-wrap items-center gap-x-3 gap-y-1 px-3 py-1.5 text-left hover:bg-hover disabled:pointer-events-none"
              >
                <span className="w-4 flex-none">
                  {id === chosen && <CheckIcon className="text-accent" />}
                </span>
                <span className="min-w-0 flex-1 basis-40 wrap-anywhere">
                  {id}
                  {id === defaultModel && <span className="text-quiet"> (server default)</span>}
                </span>
                <span className="text-sm text-quiet tabular-nums max-sm:pl-7">{costOf(price)}</span>
                {!hasKey && <Badge tone="neutral">No key</Badge>}
              </button>
            </li>
          ))}
        </ul>
        <div className="flex flex-wrap items-center gap-3">
          {sorted.length > shownMax && (
            <Button small kind="quiet" onClick={() => setAll((all) => !all)}>
              {isAll ? "Show fewer" : `Show all ${sorted.length}`}
            </Button>
          )}
          {mayTest && <Test key={chosen} projectId={projectId} model={chosen} />}
        </div>
      </div>
    );
  };
}

/** Prices are per million tokens, as the providers list them. */
function costOf(price: WireModel["price"]): string {
  if (price === null) return "Price unknown";
  if (price.inputUsd === 0 && price.outputUsd === 0) return "Free";
  return `${dollars(price.inputUsd)} in, ${dollars(price.outputUsd)} out per million tokens`;
}

function Test({ projectId, model }: { readonly projectId: string; readonly model: string }) {
  const trial = useMutation({
    mutationFn: () => call<WireModelTrial>(`projects/${projectId}/try-model`, { body: { model } }),
  });
  const isGood = trial.data?.ok === true;
  return (
    <>
      <Button small busy={trial.isPending} onClick={() => trial.mutate()}>
        Test model
      </Button>
      <span
        role="status"
        className={`min-w-0 flex-1 basis-48 text-sm wrap-anywhere ${isGood ? "text-good" : "text-bad"}`}
      >
        {trial.data === undefined ? trial.error?.message : sentence(trial.data.message)}
      </span>
    </>
  );
}

const sentence = (text: string): string => (text.endsWith(".") ? text : `${text}.`);
