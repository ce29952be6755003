import assert from "node:assert/strict";
import { aiCategories, type VisitorCounts } from "../../index.ts";
import type { CountsOracle } from "./counts-oracle.ts";
import { classifications, randomPath, randomRange, visitor, type World } from "./counts-world.ts";

const dayMs = 86_400_000;

/** A project's counts, and the oracle that must agree with them. */
export interface ChangedCounts {
  readonly counts: VisitorCounts;
  readonly projectId: string;
  readonly oracle: CountsOracle;
  readonly world: World;
  readonly clock: { now(): number };
}

/** Changes stored data in both the counts and the oracle. */
type ChangeStored = (on: ChangedCounts) => Promise<void>;

const erase: ChangeStored = async ({ counts, projectId, oracle, world }) => {
  const who = visitor(world.random.below(world.visitors));
  assert.equal(await counts.erase(projectId, who), oracle.erase(who));
};

const retain: ChangeStored = async ({ counts, projectId, oracle, world, clock }) => {
  const firstMs = (world.firstDay + world.random.below(Math.ceil(world.days / 3))) * dayMs;
  await counts.retainFrom(projectId, firstMs);
  oracle.retainFrom(firstMs, clock.now());
};

const deletePage: ChangeStored = async ({ counts, projectId, oracle, world, clock }) => {
  const range = world.random.chance(0.5) ? { fromMs: -Infinity, toMs: Infinity } : randomRange(world);
  const page = { path: randomPath(world), fromMs: range.fromMs, toMs: range.toMs };
  assert.equal(await counts.deletePage(projectId, page), oracle.deletePage(page, clock.now()));
};

const reclassify: ChangeStored = async ({ counts, projectId, oracle, world }) => {
  const { random } = world;
  const clients = await counts.listClients(projectId, { afterId: 0, limit: 100 });
  if (clients.length === 0) return;
  const chosen = random.pick(clients);
  const same = JSON.stringify({ ...chosen, id: 0 });
  const alike = clients.filter((other) => JSON.stringify({ ...other, id: 0 }) === same);
  const classification = random.pick(Object.values(classifications));
  await counts.reclassify(
    projectId,
    alike.map(({ id }) => ({ id, classification })),
  );
  oracle.reclassify(chosen, classification);
};

const chooseCategories: ChangeStored = async ({ counts, projectId, oracle, world }) => {
  const categories = aiCategories.filter(() => world.random.chance(0.6));
  await counts.setAiCategories(projectId, categories);
  oracle.setAiCategories(categories);
};

/** All ways of changing stored data. */
export const storedChanges: readonly ChangeStored[] = [
  erase,
  retain,
  deletePage,
  reclassify,
  chooseCategories,
];
