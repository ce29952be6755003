import type { WireSettingField, WireSettingsSection } from "../../../src/http/wire/dashboard.ts";

/** How a field is filled in, as its JSON Schema tells. What nothing here fits is written as JSON. */
export type Control =
  | { readonly kind: "switch" }
  | { readonly kind: "number"; readonly isWhole: boolean }
  | { readonly kind: "choice"; readonly options: readonly string[] }
  | { readonly kind: "choices"; readonly options: readonly string[] }
  | { readonly kind: "lines" }
  | { readonly kind: "rows"; readonly columns: readonly Column[] }
  | { readonly kind: "text"; readonly isLong: boolean }
  | { readonly kind: "json" };

/** One text of each thing in a list. */
export interface Column {
  readonly name: string;
  readonly isRequired: boolean;
}

interface Schema {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly maxLength?: number;
}

/** Beyond this a text is more than a line. */
const lineCharsMax = 300;

export function controlOf({ schema }: Pick<WireSettingField, "schema">): Control {
  return controlOfSchema(schema as Schema);
}

function controlOfSchema(schema: Schema): Control {
  const { anyOf } = schema;
  if (anyOf !== undefined) {
    const [only, ...others] = anyOf.filter(({ type }) => type !== "null");
    return only === undefined || others.length > 0 ? { kind: "json" } : controlOfSchema(only);
  }
  if (schema.enum !== undefined) return { kind: "choice", options: schema.enum.map(String) };
  if (schema.type === "boolean") return { kind: "switch" };
  if (schema.type === "integer" || schema.type === "number")
    return { kind: "number", isWhole: schema.type === "integer" };
  if (schema.type === "string") return { kind: "text", isLong: (schema.maxLength ?? 0) > lineCharsMax };
  if (schema.type === "array" && schema.items?.enum !== undefined)
    return { kind: "choices", options: schema.items.enum.map(String) };
  if (schema.type === "array" && schema.items?.type === "string") return { kind: "lines" };
  const { properties = {}, required = [] } = schema.items ?? {};
  const columns = Object.entries(properties);
  if (schema.type === "array" && columns.length > 0 && columns.every(([, { type }]) => type === "string"))
    return {
      kind: "rows",
      columns: columns.map(([name]) => ({ name, isRequired: required.includes(name) })),
    };
  return { kind: "json" };
}

/** A draft is text, as it stands in its control; several choices are lines, and rows are JSON. */
export function draftOf(control: Control, value: unknown): string {
  if (value === null || value === undefined) return "";
  if (control.kind === "lines" || control.kind === "choices") return (value as readonly string[]).join("\n");
  return typeof value === "string" && control.kind !== "json" ? value : JSON.stringify(value, null, 2);
}

export type DraftRow = Readonly<Record<string, string>>;

/** The rows of such a draft, with those that are still empty. */
export const rowsOf = (draft: string): readonly DraftRow[] =>
  draft === "" ? [] : (JSON.parse(draft) as readonly DraftRow[]);

/** The value that a draft stands for; throws a sentence where it is none. What a value may be the service says. */
export function parseDraft(control: Control, draft: string): unknown {
  const text = draft.trim();
  switch (control.kind) {
    case "switch":
      return draft === "true";
    case "number":
      if (text !== "" && !Number.isFinite(Number(text))) throw new Error("Write a number.");
      return text === "" ? null : Number(text);
    case "lines":
    case "choices":
      return draft
        .split("\n")
        .map((line) => line.trim())
        .filter((line) => line !== "");
    case "rows":
      // A text that was left empty is absent, and so is a row of them.
      return rowsOf(draft)
        .map((row) => Object.fromEntries(Object.entries(row).filter(([, value]) => value.trim() !== "")))
        .filter((row) => Object.keys(row).length > 0);
    case "json":
      try {
        return text === "" ? null : (JSON.parse(text) as unknown);
      } catch {
        throw new Error("This is not JSON.");
      }
    default:
      return draft;
  }
}

/** Better than what a name gives by itself. */
const labels: Readonly<Record<string, string>> = {
  "context-repositories.repositories": "Repositories",
  "paths.allowed": "Files beyond the documentation",
  "budget.inputTokens": "Input tokens",
  "budget.outputTokens": "Output tokens",
  "budget.usd": "Cost in US dollars",
  "budget.seconds": "Time in seconds",
  "pull-requests.draft": "Open as drafts",
  "pull-requests.title": "Title template",
  "pull-requests.body": "Description template",
  "pull-requests.branch": "Branch template",
  "pull-requests.updateBranch": "Keep branches up to date",
  "pull-requests.authorName": "Commit author",
  "pull-requests.authorEmail": "Commit author's e-mail address",
  "visitors.allowedOrigins": "Sites that are tracked",
  "visitors.basePath": "Base path",
  "visitors.keyRotation": "New visitor keys",
  "visitors.aiCategories": "Counted as AI",
  "visitors.retentionDays": "Days to keep visits",
};

const titles: Readonly<Record<string, { readonly title: string; readonly about: string }>> = {
  budget: {
    title: "Budget",
    about: "What one turn of a job may use. The installation's own caps hold as well; empty follows them.",
  },
  "pull-requests": { title: "Pull requests", about: "What jobs make of their changes." },
  paths: { title: "Allowed files", about: "Jobs change documentation, and what is named here." },
  conversations: { title: "Conversations", about: "What is heard of a pull request on the code host." },
  "context-repositories": {
    title: "Context repositories",
    about: "What the agent may read beside the docs, such as the product's code.",
  },
  visitors: { title: "Visitors", about: "Who is counted, and how long that is kept." },
};

/** What a column of a list is called. */
const columnLabels: Readonly<Record<string, string>> = { url: "Address", ref: "Branch" };
export const columnLabelOf = (name: string): string => columnLabels[name] ?? inWords(name);

/** `updateBranch` and `context-repositories` in words. */
function inWords(name: string): string {
  const words = name
    .replaceAll("-", " ")
    .replace(/(?<=[a-z0-9])(?=[A-Z])/gu, " ")
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export const labelOf = (sectionId: string, name: string): string =>
  labels[`${sectionId}.${name}`] ?? inWords(name);

export const titleOf = ({ id }: Pick<WireSettingsSection, "id">) =>
  titles[id] ?? { title: inWords(id), about: "" };
