import assert from "node:assert/strict";
import { inspect, isDeepStrictEqual } from "node:util";
import type { RangeQuery, VisitorCounts, VisitorEvent } from "../../index.ts";
import { storedChanges } from "./counts-changes.ts";
import { type CountsHarness, newProject } from "./counts-harness.ts";
import { CountsOracle, checkSeries } from "./counts-oracle.ts";
import {
  createWorld,
  randomCountQuery,
  randomEvents,
  randomRange,
  randomSeriesQuery,
  type World,
} from "./counts-world.ts";

const dayMs = 86_400_000;

/** A project's random history: replays, late arrivals, restarts, erasures … It can be checked at any step. */
export interface CountsHistory {
  step(): Promise<void>;
  /** Runs this many rounds of random queries and returns the number of queries. Throws if the oracle disagrees. */
  compare(rounds: number): Promise<number>;
}

export function createHistory(harness: CountsHarness, seed: number): CountsHistory {
  const world = createWorld(seed, harness.clock.now());
  const { random } = world;
  const projectId = newProject();
  const oracle = new CountsOracle();
  const sent: VisitorEvent[][] = [];

  const append = async (events: VisitorEvent[]) => {
    sent.push(events);
    const outcomes = await harness.counts.append(projectId, events);
    assert.deepEqual(outcomes, oracle.append(events, harness.clock.now()));
  };
  const steps: readonly [weight: number, step: () => Promise<void>][] = [
    [6, () => append(randomEvents(world, 1 + random.below(120)))],
    // In chronological order, as in a log; later steps also add late events.
    [3, () => append(randomEvents(world, 150).sort((a, b) => a.timestampMs - b.timestampMs))],
    [
      2,
      async () => {
        for (const events of sent.slice(-3)) await append(events);
      },
    ],
    [3, () => harness.counts.maintain()],
    [1, () => harness.reopen()],
    [
      2,
      async () => {
        harness.clock.advance(random.pick([1, 4]) * dayMs);
        await harness.counts.maintain();
      },
    ],
    ...storedChanges.map((change): [number, () => Promise<void>] => [
      1,
      () => change({ counts: harness.counts, projectId, oracle, world, clock: harness.clock }),
    ]),
  ];
  const total = steps.reduce((sum, [weight]) => sum + weight, 0);

  return {
    async step() {
      let left = random.below(total);
      for (const [weight, step] of steps) {
        left -= weight;
        if (left < 0) return step();
      }
    },
    async compare(rounds) {
      for (let i = 0; i < rounds; i++) await compareAll(harness.counts, projectId, { oracle, world });
      return rounds * 5;
    },
  };
}

/** If the two values differ, throws an error that contains them and the query. */
function same(found: unknown, expected: unknown, asked: unknown): void {
  assert.ok(
    isDeepStrictEqual(found, expected),
    `${inspect(found, { depth: 5 })}\ninstead of\n${inspect(expected, { depth: 5 })}\nfor\n${inspect(asked)}`,
  );
}

interface Compared {
  readonly oracle: CountsOracle;
  readonly world: World;
}

async function compareAll(counts: VisitorCounts, projectId: string, { oracle, world }: Compared) {
  const all = { offset: 0, limit: 1000 };
  for (let i = 0; i < 2; i++) {
    const query = randomCountQuery(world);
    const table = await counts.count(projectId, query);
    const found = { totals: table.totals, rows: await table.rows(all) };
    same(found, oracle.count(query), query);
    assert.equal(table.rowCount, found.rows.length);
  }
  const range = randomRange(world);
  const agents = await counts.countAgents(projectId, range);
  same({ totals: agents.totals, rows: await agents.rows(all) }, oracle.countAgents(range), range);
  for (const by of ["operator", "category"] as const) {
    const groups = await counts.countAgentGroups(projectId, { ...range, by });
    const expected = oracle.countAgentGroups({ ...range, by });
    same({ totals: groups.totals, rows: await groups.rows(all) }, expected, { ...range, by });
  }
  const bots = await counts.countBots(projectId, range);
  same({ totals: bots.totals, rows: await bots.rows(all) }, oracle.countBots(range), range);
  await compareSeries(counts, projectId, { oracle, world });
  same(await readAllEvents(counts, projectId, range), oracle.events(range), range);
}

/** Walks through all events of a range, in small pages. */
async function readAllEvents(counts: VisitorCounts, projectId: string, { fromMs, toMs }: RangeQuery) {
  const events: unknown[] = [];
  let after: Uint8Array | null = null;
  do {
    const page = await counts.readEvents(projectId, { fromMs, toMs, after, limit: 37 });
    for (const { visitor, client, ...event } of page.events)
      events.push({ ...event, visitor: Buffer.from(visitor).toString("hex"), ...client });
    after = page.next;
  } while (after !== null);
  return events.sort(byTimeVisitorPath as (a: unknown, b: unknown) => number);
}

interface Listed {
  readonly timestampMs: number;
  readonly visitor: string;
  readonly path: string;
}

/** The store orders equal times and visitors by the numbers of their paths. */
const byTimeVisitorPath = (a: Listed, b: Listed): number =>
  a.timestampMs - b.timestampMs ||
  Buffer.compare(Buffer.from(a.visitor + a.path), Buffer.from(b.visitor + b.path));

async function compareSeries(counts: VisitorCounts, projectId: string, { oracle, world }: Compared) {
  const query = randomSeriesQuery(world);
  const points = await counts.series(projectId, query);
  const extent = oracle.extent(query);
  const fromMs = query.fromMs === -Infinity ? extent?.firstMs : query.fromMs;
  const toMs = query.toMs === Infinity ? extent && extent.lastMs + 1 : query.toMs;
  if (fromMs === undefined || toMs === undefined || toMs === null || fromMs >= toMs) {
    same(points, [], query);
    return;
  }
  same(checkSeries(points, oracle.series(query), query, { fromMs, toMs }), null, query);
}
