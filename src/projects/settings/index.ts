import type { Database, Tx } from "../../db/index.ts";
import { AppError } from "../../errors.ts";
import type { ProjectId } from "../project.ts";
import * as store from "../store.ts";
import { applyChange, defaultSettings, type ProjectSettings } from "./settings.ts";

export type { BudgetSettings } from "./budget.ts";
export { type ProjectSettings, type SettingField, settingFields } from "./settings.ts";

/** Returns a project's settings, with defaults for settings that are not stored. */
export async function readSettings({ db }: Database, id: ProjectId): Promise<ProjectSettings> {
  const stored = await store.findSettings(db, id);
  return stored === null ? defaultSettings : applyChange(stored, {}).settings;
}

/** Throws `not_found` if there is no such project, or `invalid_request` if a value is invalid. */
export function changeSettings(database: Database, id: ProjectId, change: unknown): Promise<ProjectSettings> {
  const write = async (tx: Tx) => {
    if ((await store.findProject(tx, id)) === null)
      throw new AppError("not_found", "Project not found. Check the project ID.");
    const { stored, settings } = applyChange((await store.findSettings(tx, id)) ?? {}, change);
    await store.putSettings(tx, id, stored);
    return settings;
  };
  return database.transaction(write, { lock: id });
}
