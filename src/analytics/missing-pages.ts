import type { AiCategory, VisitorCounts } from "#counts";
import { AppError } from "../errors.ts";

/**
 * The ID under which the visitor counts keep a project's missing pages (R74): a store of its own, with the same events,
 * limits and exact numbers as the views, so that neither can affect the other. No project's ID contains a hyphen.
 */
export const missingStoreOf = (projectId: string): string => `${projectId}-missing`;

/** Gives stores of missing pages the decisions that were made before they existed. */
export interface PrepareMissing {
  /** Applies a project's decisions: the AI categories that count, and erased visitors. */
  (projectId: string): Promise<void>;
  /** Applies the decisions of projects that could not be applied because the database was down. */
  finish(): Promise<void>;
}

/**
 * While a database is down, events are accepted, and this only notes that decisions still have to be applied: they also
 * apply to events that were stored before.
 */
export function createPrepareMissing({
  counts,
  oneByOne,
  getSettings,
}: {
  readonly counts: Pick<VisitorCounts, "database" | "erase" | "listErased" | "setAiCategories">;
  /** Prevents other changes to the settings from running at the same time. */
  readonly oneByOne: <Result>(work: () => Promise<Result>) => Promise<Result>;
  readonly getSettings: (projectId: string) => Promise<{ readonly aiCategories: readonly AiCategory[] }>;
}): PrepareMissing {
  const late = new Set<string>();
  const prepared = new Map<string, Promise<void>>();
  const prepare = async (projectId: string): Promise<void> => {
    const store = missingStoreOf(projectId);
    await counts.setAiCategories(store, (await getSettings(projectId)).aiCategories);
    const known = new Set((await counts.listErased(store)).map(toHex));
    for (const visitor of await counts.listErased(projectId))
      if (!known.has(toHex(visitor))) await counts.erase(store, visitor);
  };
  const prepareOnce = (projectId: string): Promise<void> => {
    const before = prepared.get(projectId);
    if (before !== undefined) return before;
    const own = oneByOne(() => prepare(projectId));
    prepared.set(projectId, own);
    own.catch(() => prepared.delete(projectId));
    return own;
  };
  const prepareMissing = async (projectId: string): Promise<void> => {
    try {
      await prepareOnce(projectId);
    } catch (error) {
      const isDown = error instanceof AppError && error.code === "unavailable";
      if (!isDown || (await counts.database()) === null) throw error;
      late.add(projectId);
    }
  };
  return Object.assign(prepareMissing, {
    async finish() {
      for (const projectId of [...late]) {
        late.delete(projectId);
        await prepareMissing(projectId);
      }
    },
  });
}

const toHex = (bytes: Uint8Array): string => Buffer.from(bytes).toString("hex");

/** Returns counts in which everything that changes or deletes a project's events also applies to its missing pages. */
export function withMissingPages(counts: VisitorCounts): VisitorCounts {
  return {
    ...counts,
    // One after the other: if the first one fails, the caller repeats both.
    async erase(projectId, visitor) {
      const views = await counts.erase(projectId, visitor);
      return views + (await counts.erase(missingStoreOf(projectId), visitor));
    },
    async deletePage(projectId, page) {
      const views = await counts.deletePage(projectId, page);
      return views + (await counts.deletePage(missingStoreOf(projectId), page));
    },
    async retainFrom(projectId, firstMs) {
      await counts.retainFrom(projectId, firstMs);
      await counts.retainFrom(missingStoreOf(projectId), firstMs);
    },
    async setAiCategories(projectId, categories) {
      await counts.setAiCategories(projectId, categories);
      await counts.setAiCategories(missingStoreOf(projectId), categories);
    },
    async check(projectId) {
      await counts.check(projectId);
      await counts.check(missingStoreOf(projectId));
    },
    async removeProject(projectId) {
      await counts.removeProject(missingStoreOf(projectId));
      await counts.removeProject(projectId);
    },
  };
}
