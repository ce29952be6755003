import { readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type CountsHarness, implementations } from "../support/counts-harness.ts";
import { CountsOracle } from "../support/counts-oracle.ts";
import { createWorld, randomCountQuery, randomEvents, type World } from "../support/counts-world.ts";

const projectId = "prj_damaged";

/** The kinds of damage that a disk or a person may cause to a derived file. */
const damages: readonly (readonly [name: string, damage: (path: string) => void])[] = [
  ["is missing", (path) => rmSync(path)],
  ["is empty", (path) => truncateSync(path)],
  ["is truncated", (path) => truncateSync(path, Math.floor(readFileSync(path).length / 2))],
  [
    "has flipped bits in its first half",
    (path) => {
      const bytes = readFileSync(path);
      for (let at = 8; at < bytes.length / 2; at += 64) bytes[at] = ~(bytes[at] ?? 0);
      writeFileSync(path, bytes);
    },
  ],
];

let harness: CountsHarness;
let world: World;
const oracle = new CountsOracle();
beforeAll(async () => {
  harness = await implementations[0]!.open();
  // Days before and after the current day. Some are sealed, and some are not.
  world = { ...createWorld(3, harness.clock.now()), days: 40, visitors: 10 };
  world = { ...world, firstDay: Math.floor(harness.clock.now() / 86_400_000) - 36 };
  for (let batch = 0; batch < 5; batch++) {
    const events = randomEvents(world, 200);
    await harness.counts.append(projectId, events);
    oracle.append(events, harness.clock.now());
  }
});
afterAll(() => harness.remove());

async function compare(): Promise<void> {
  for (let asked = 0; asked < 4; asked++) {
    const query = randomCountQuery(world);
    const table = await harness.counts.count(projectId, query);
    const rows = await table.rows({ offset: 0, limit: 1000 });
    expect({ totals: table.totals, rows }, JSON.stringify(query)).toEqual(oracle.count(query));
  }
}

test.each(damages)("if a derived file %s, counts stay correct and the file is rebuilt", async (_, damage) => {
  await harness.counts.maintain();
  const folder = join(harness.folder, projectId, "derived");
  // One file of each kind: index, pairs, segments, visitors, manifest.
  const kinds = Map.groupBy(readdirSync(folder).sort(), (name) => name.replace(/-[0-9].*$/u, ""));
  for (const [kind] of kinds) {
    await harness.reopen();
    const name = readdirSync(folder).find((file) => file === kind || file.startsWith(`${kind}-`));
    if (name === undefined) throw new Error(`No file of kind ${kind}`);
    damage(join(folder, name));
    await compare();
    await harness.counts.maintain();
    await compare();
    expect(readdirSync(folder).some((file) => file === kind || file.startsWith(`${kind}-`))).toBe(true);
  }
});
