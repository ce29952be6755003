import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { WireSettingField } from "../../../src/http/wire/dashboard.ts";
import { ApiError } from "../api/api-error.ts";
import { Button } from "../ui/button.tsx";
import { capitalize } from "../ui/capitalize.ts";
import { Card, Failure } from "../ui/card.tsx";
import { Confirm } from "../ui/confirm.tsx";
import { type Draft, useDraft } from "../ui/drafts.ts";
import { columnLabelOf, controlOf, draftOf, parseDraft } from "./setting.ts";
import { SettingControl } from "./setting-control.tsx";

export interface Section {
  readonly id: string;
  readonly title: string;
  readonly about: string;
  readonly fields: readonly WireSettingField[];
  readonly labelOf: (name: string) => string;
  readonly values: Readonly<Record<string, unknown>>;
  /** Receives the values of the changed fields. The service may refuse a change until it is confirmed (409). */
  readonly save: (changed: Readonly<Record<string, unknown>>, confirmed: boolean) => Promise<unknown>;
}

interface Saving {
  readonly values: Readonly<Record<string, unknown>>;
  /** The text of each field, as typed. */
  readonly texts: Draft["changed"];
  readonly isConfirmed: boolean;
}

/** A settings section as a form. Its changed fields are saved together or not at all. */
export function SectionForm({
  section,
  projectId,
  mayChange,
}: {
  readonly section: Section;
  readonly projectId: string;
  readonly mayChange: boolean;
}) {
  const { id, title, about, fields, values } = section;
  const draft = useDraft(`settings ${projectId} ${id}`);
  const [unparsed, setUnparsed] = useState<ReadonlyMap<string, string>>(new Map());
  const isNumbers = fields.every((field) => controlOf(field).kind === "number");
  const save = useMutation({
    mutationFn: ({ values: next, isConfirmed }: Saving) => section.save(next, isConfirmed),
    onSuccess: (_answer, { texts }) => draft.forget(texts),
  });
  const savedOf = (field: WireSettingField) => draftOf(controlOf(field), values[field.name]);
  const changed = fields.filter(({ name }) => name in draft.changed);
  const details = save.error instanceof ApiError ? save.error.details : new Map<string, string>();
  const refused = save.error instanceof ApiError && save.error.status === 409 ? save.variables : undefined;
  const problems = new Map(
    fields.flatMap(({ name }) => {
      const problem = unparsed.get(name) ?? problemOf(details, id, name);
      return problem === undefined ? [] : [[name, problem] as const];
    }),
  );

  function submit(): void {
    const errors = new Map<string, string>();
    const next: Record<string, unknown> = {};
    for (const field of changed)
      try {
        next[field.name] = parseDraft(controlOf(field), draft.changed[field.name] ?? "");
      } catch (error) {
        errors.set(field.name, (error as Error).message);
      }
    setUnparsed(errors);
    if (errors.size === 0) save.mutate({ values: next, texts: draft.changed, isConfirmed: false });
  }

  return (
    <Card label={title}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <div className="p-5">
          <h2 id={id} tabIndex={-1} className="scroll-mt-16 outline-none">
            {title}
          </h2>
          {about !== "" && <p className="mt-1 text-quiet">{about}</p>}
          <fieldset disabled={!mayChange} className={`mt-5 grid gap-5 ${isNumbers ? "sm:grid-cols-2" : ""}`}>
            <legend className="sr-only">{title}</legend>
            {fields.map((field) => (
              <SettingControl
                key={field.name}
                field={field}
                label={section.labelOf(field.name)}
                draft={draft.changed[field.name] ?? savedOf(field)}
                problem={problems.get(field.name)}
                onChange={(text) => {
                  save.reset();
                  draft.set(field.name, text, savedOf(field));
                }}
              />
            ))}
          </fieldset>
          {save.error !== null && problems.size === 0 && (
            <div className="mt-4">
              <Failure error={save.error} />
            </div>
          )}
        </div>
        {mayChange && (
          <div className="flex min-h-14 flex-wrap items-center justify-end gap-3 rounded-b-card border-t border-line bg-sunken/50 px-5 py-2.5">
            <span
              role="status"
              className={`mr-auto text-sm ${changed.length > 0 ? "text-warn" : "text-good"}`}
            >
              {changed.length > 0 ? "Unsaved changes" : save.isSuccess ? "Saved" : ""}
            </span>
            {changed.length > 0 && (
              <Button
                small
                kind="quiet"
                onClick={() => {
                  setUnparsed(new Map());
                  save.reset();
                  draft.clear();
                }}
              >
                Discard
              </Button>
            )}
            <Button
              small
              type="submit"
              kind={changed.length > 0 ? "primary" : "plain"}
              disabled={changed.length === 0}
              busy={save.isPending}
              aria-label={`Save ${title.toLowerCase()}`}
            >
              Save
            </Button>
          </div>
        )}
      </form>
      {refused !== undefined && (
        <Confirm
          title={`Change ${title.toLowerCase()}?`}
          act="Change"
          done="Saved"
          work={() => section.save(refused.values, true)}
          onDone={() => draft.forget(refused.texts)}
          onClose={() => save.reset()}
        >
          {[...details.values()].join(" ")}
        </Confirm>
      )}
    </Card>
  );
}

/**
 * Finds a field's problem. The service identifies fields by path, with or without the section, and list entries by
 * index.
 */
function problemOf(details: ReadonlyMap<string, string>, section: string, name: string): string | undefined {
  for (const [path, message] of details) {
    const inside = path.startsWith(`${section}.`) ? path.slice(section.length + 1) : path;
    if (inside !== name && !inside.startsWith(`${name}.`)) continue;
    // The message is shown beside the field, so the path is removed from it, and null is described as a blank field.
    const sentence = message.startsWith(`${path}: `) ? message.slice(path.length + 2) : message;
    const [, row, column] = /^\.([0-9]+)\.(\w+)$/u.exec(inside.slice(name.length)) ?? [];
    if (row !== undefined && column !== undefined)
      return `Entry ${Number(row) + 1}, ${columnLabelOf(column)}: ${sentence}`;
    return capitalize(sentence).replace(", or null", ", or left blank");
  }
  return undefined;
}
