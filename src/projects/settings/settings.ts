import { z } from "zod";
import { invalidField } from "../../errors.ts";
import { invalidInput } from "../../std/invalid-input.ts";
import { budget } from "./budget.ts";
import { checks } from "./checks.ts";
import { contextRepositories } from "./context-repositories.ts";
import { conversations } from "./conversations.ts";
import { paths } from "./paths.ts";
import { pullRequests } from "./pull-requests.ts";

/**
 * A project's settings. Each section is a file in this folder. Every field has a default and a description, which the
 * command line and the dashboard show.
 */
export const projectSettings = z.strictObject({
  paths: paths.prefault({}),
  "context-repositories": contextRepositories.prefault({}),
  budget: budget.prefault({}),
  "pull-requests": pullRequests.prefault({}),
  checks: checks.prefault({}),
  conversations: conversations.prefault({}),
});

export type ProjectSettings = z.output<typeof projectSettings>;

/**
 * The stored settings, by section. All other settings follow the defaults, even if a later version changes the
 * defaults.
 */
export type StoredSettings = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/**
 * Returns the settings after a change. `{ paths: { allowed: ["LICENSE"] } }` sets a field, a null value resets it to
 * its default, and absent fields are kept. Throws `invalid_request` with the invalid fields.
 */
export function applyChange(
  stored: StoredSettings,
  change: unknown,
): { stored: StoredSettings; settings: ProjectSettings } {
  const next = { ...stored };
  for (const [section, fields] of Object.entries(asObject(change, "The settings"))) {
    const entries = { ...next[section], ...asObject(fields, section) };
    next[section] = Object.fromEntries(Object.entries(entries).filter(([, value]) => value !== null));
  }
  const parsed = projectSettings.safeParse(next);
  if (!parsed.success) throw invalidInput(parsed.error);
  return { stored: next, settings: parsed.data };
}

export const defaultSettings: ProjectSettings = Object.freeze(projectSettings.parse({}));

export interface SettingField {
  /** `paths.allowed` */
  readonly name: string;
  readonly description: string;
  /** JSON Schema of the value, with its default. */
  readonly schema: Readonly<Record<string, unknown>>;
}

/** All fields in display order. */
export const settingFields: readonly SettingField[] = Object.entries(projectSettings.shape).flatMap(
  ([section, { def }]) =>
    Object.entries(def.innerType.shape).map(([field, type]) => {
      const { description, $schema: _, ...schema } = z.toJSONSchema(type, { io: "input" });
      return { name: `${section}.${field}`, description: description ?? "", schema };
    }),
);

function asObject(value: unknown, name: string): object {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value;
  const message = `${name} must be a JSON object, e.g. {"paths":{"allowed":["LICENSE"]}}.`;
  throw invalidField("", message);
}
