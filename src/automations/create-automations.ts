import { isRepositoryNamed } from "#codehosts";
import type { Database, Tx } from "../db/index.ts";
import { AppError, invalidField } from "../errors.ts";
import { limits } from "../limits.ts";
import type { AddressGuard, AddressSource, ProjectId } from "../projects/index.ts";
import type { Clock } from "../std/clock.ts";
import { newId } from "../std/id.ts";
import type { Automation, AutomationId, Run, Trigger } from "./automation.ts";
import { type CheckedAutomation, parseAutomation } from "./check-automation.ts";
import * as runStore from "./run-store.ts";
import { listNext, openSchedule } from "./schedule.ts";
import * as store from "./store.ts";

/** Manages a project's automations. `runner.ts` runs them. */
export interface Automations {
  /** Throws `invalid_request` with the invalid fields, or `conflict` if there are too many automations. */
  create(projectId: ProjectId, input: unknown, from: AddressSource): Promise<Automation>;
  list(projectId: ProjectId): Promise<readonly Automation[]>;
  /** Replaces all the fields that `create` sets. A changed trigger applies from now on. Queued runs are kept. */
  update(projectId: ProjectId, id: string, input: unknown, from: AddressSource): Promise<Automation>;
  /** Returns the schedule's next due times in milliseconds, or throws `invalid_request` if the schedule is invalid. */
  previewSchedule(schedule: { readonly cron: string; readonly timeZone: string }): readonly number[];
  /** Returns the newest run of each automation, if there is one. */
  lastRuns(projectId: ProjectId): Promise<ReadonlyMap<AutomationId, Run>>;
  /** Throws `not_found`. Disabling an automation skips its queued runs; a run in progress continues. */
  setEnabled(projectId: ProjectId, id: string, enabled: boolean): Promise<Automation>;
  /** Returns false if the automation did not exist. The jobs that it started are kept. */
  remove(projectId: ProjectId, id: string): Promise<boolean>;
  /** Requests one run per `key`, even if the automation is disabled. Throws `conflict` if too many runs are queued. */
  run(projectId: ProjectId, id: string, input: RunInput): Promise<Run>;
  /** Newest first. Throws `not_found`. */
  runs(projectId: ProjectId, id: string): Promise<readonly Run[]>;
  /**
   * Makes the automations that watch the repository `owner/name` check it now, because its host reported a push. The
   * report itself isn't trusted. Idempotent. Returns false if no automation watches the repository.
   */
  noticePush(projectId: ProjectId, repository: string): Promise<boolean>;
}

export interface RunInput {
  readonly key?: string | undefined;
  /** A sentence that says who requested the run. */
  readonly why: string;
}

export interface AutomationsOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly guard: Pick<AddressGuard, "checkRepository" | "resolve">;
  readonly isModel: (model: string) => boolean;
}

/** The runner listens on this channel, so that requested runs start immediately. */
export const automationChannel = "automations";

export function createAutomations({ database, clock, guard, isModel }: AutomationsOptions): Automations {
  const { db } = database;

  async function get(projectId: ProjectId, id: string): Promise<Automation> {
    const found = await store.findAutomation(db, { projectId, id });
    if (found === null)
      throw new AppError(
        "not_found",
        `The project has no automation ${id}. List the automations to see their IDs.`,
      );
    return found;
  }

  async function toTrigger({ trigger }: CheckedAutomation, from: AddressSource): Promise<Trigger> {
    if (trigger.type !== "push") return trigger;
    const { repository, ref, ...more } = trigger;
    const repositoryUrl = await guard.checkRepository(repository, { from });
    await guard.resolve(repositoryUrl);
    return { ...more, repositoryUrl, ref: ref ?? null };
  }

  /** The schedule starts from now. Anything missed while the automation was disabled is ignored. */
  function startOf(trigger: Trigger) {
    const now = clock.now();
    if (trigger.type === "schedule")
      return { next_at: openSchedule(trigger.cron, trigger.timeZone).next(now), look_at: null };
    return { next_at: null, look_at: trigger.type === "push" ? now : null };
  }

  async function check(input: unknown, from: AddressSource) {
    const checked = parseAutomation(input, clock.now());
    if (checked.model != null && !isModel(checked.model)) {
      const message = `This installation has no model ${checked.model}.`;
      throw invalidField("model", message);
    }
    return { checked, trigger: await toTrigger(checked, from) };
  }

  const asRow = (
    checked: CheckedAutomation,
    trigger: Trigger,
    opportunities: Automation["opportunities"] = checked.opportunities ?? null,
  ) => ({
    ...{ name: checked.name, prompt: checked.prompt, model: checked.model ?? null },
    trigger: JSON.stringify(opportunities === null ? trigger : { ...trigger, opportunities }),
    repository_url: trigger.type === "push" ? trigger.repositoryUrl : null,
    ref: trigger.type === "push" ? trigger.ref : null,
  });

  return {
    async create(projectId, input, from) {
      const { checked, trigger } = await check(input, from);
      const insert = async (tx: Tx) => {
        if ((await store.listAutomations(tx, projectId)).length >= limits.automations.perProjectMax)
          throw new AppError(
            "conflict",
            `The project already has ${limits.automations.perProjectMax} automations, the maximum. Remove one first.`,
          );
        return store.insertAutomation(tx, {
          ...{ id: newId<"AutomationId">("aut"), project_id: projectId, enabled: 1, created_at: clock.now() },
          ...{ ...asRow(checked, trigger), ...startOf(trigger) },
        });
      };
      const created = await database.transaction(insert, { lock: projectId });
      database.notify(automationChannel);
      return created;
    },
    list: (projectId) => store.listAutomations(db, projectId),
    async update(projectId, id, input, from) {
      const known = await get(projectId, id);
      const { checked, trigger } = await check(input, from);
      // A client that doesn't know this field must not change it.
      const kept = checked.opportunities === undefined ? known.opportunities : checked.opportunities;
      const row = asRow(checked, trigger, kept);
      const isSame = JSON.stringify(trigger) === JSON.stringify(known.trigger);
      const start = isSame ? {} : { ...startOf(trigger), seen_sha: null, last_due_at: null, problem: null };
      await store.changeAutomation(db, known.id, { ...row, ...start });
      database.notify(automationChannel);
      return get(projectId, id);
    },
    previewSchedule({ cron, timeZone }) {
      try {
        return listNext(cron.trim(), timeZone, { nowMs: clock.now(), count: limits.automations.previewed });
      } catch (error) {
        if (!(error instanceof RangeError)) throw error;
        const details = [{ path: "trigger.cron", message: error.message }];
        throw new AppError("invalid_request", error.message, { fields: { details } });
      }
    },
    lastRuns: (projectId) => runStore.listLastRuns(db, projectId),
    async setEnabled(projectId, id, enabled) {
      const known = await get(projectId, id);
      if (known.enabled === enabled) return known;
      await database.transaction(async (tx) => {
        // Pushes made while the automation was disabled are ignored, so watching starts over.
        const fresh = enabled ? { ...startOf(known.trigger), seen_sha: null, problem: null } : {};
        await store.changeAutomation(tx, known.id, { enabled: enabled ? 1 : 0, ...fresh });
        if (!enabled) await runStore.skipWaiting(tx, known.id, clock.now());
      });
      return get(projectId, id);
    },
    remove: (projectId, id) => database.transaction((tx) => store.deleteAutomation(tx, { projectId, id })),
    async run(projectId, id, { key, why }) {
      const automation = await get(projectId, id);
      const runId = newId<"RunId">("run");
      const run = await database.transaction(async (tx) => {
        await store.lockAutomation(tx, automation.id);
        const cause = { why, text: "" };
        const dueKey = `api:${key ?? runId}`;
        const added = await runStore.addRun(tx, {
          ...{ id: runId, automationId: automation.id, dueKey, cause, now: clock.now() },
        });
        await refuseQueue(tx, automation.id);
        return added;
      });
      database.notify(automationChannel);
      return run;
    },
    async runs(projectId, id) {
      return runStore.listRuns(db, (await get(projectId, id)).id);
    },
    async noticePush(projectId, repository) {
      const watching = (await store.listAutomations(db, projectId)).filter(
        ({ enabled, trigger }) =>
          enabled && trigger.type === "push" && isRepositoryNamed(trigger.repositoryUrl, repository),
      );
      if (watching.length === 0) return false;
      await store.requestCheck(
        db,
        watching.map(({ id }) => id),
        clock.now(),
      );
      database.notify(automationChannel);
      return true;
    },
  };
}

/** Must be called in the transaction that added the run, so that an exception rolls back the run. */
async function refuseQueue(tx: Tx, id: AutomationId): Promise<void> {
  if ((await runStore.countWaiting(tx, id)) > limits.automations.waitingMax)
    throw new AppError(
      "conflict",
      "Too many runs of this automation are queued. Try again when one has finished.",
    );
}
