import {
  appendFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { CountsError } from "../errors.ts";
import { packEvents } from "../events/event-batch.ts";
import { limits } from "../limits.ts";
import { event, visitor } from "../test/support/counts-world.ts";
import { openSpill, type Spill, type SpilledBatch } from "./spill.ts";

let folder: string;
let damages: unknown[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "docwright-spill-"));
  damages = [];
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const open = (bounds = {}): Spill =>
  openSpill(folder, { onDamage: (cause) => damages.push(cause), ...bounds });
const batch = (number: number): SpilledBatch => ({
  projectId: `prj_${number}`,
  batch: packEvents([event({ visitor: visitor(number), path: `/${number}`, id: "ü" })]),
  receivedAt: 1000 + number,
  token: `token ${number}`,
});
/** Reads and removes all batches. */
async function readAll(spill: Spill): Promise<SpilledBatch[]> {
  const all: SpilledBatch[] = [];
  for (let next = await spill.oldest(); next !== null; next = await spill.oldest()) {
    all.push(...next.batches);
    await next.remove();
  }
  return all;
}

test("returns batches in their order, also after a restart, until they are removed", async () => {
  const first = open();
  expect(first.isEmpty).toBe(true);
  await Promise.all([1, 2, 3].map((number) => first.add(batch(number))));
  expect((await first.oldest())?.batches).toEqual([1, 2, 3].map(batch));
  // Added while the others are being stored.
  await first.add(batch(4));
  await first.close();

  const second = open();
  expect(second.isEmpty).toBe(false);
  expect(await readAll(second)).toEqual([1, 2, 3, 4].map(batch));
  expect([second.isEmpty, readdirSync(folder)]).toEqual([true, []]);
  await second.close();
});

test("knows how many events wait, and since when, also after a restart", async () => {
  const first = open({ fileBytesMax: 1 });
  expect(first.waiting()).toEqual({ events: 0, sinceMs: null });
  for (const number of [1, 2]) await first.add(batch(number));
  const twoEvents = packEvents([event({ path: "/a" }), event({ path: "/b" })]);
  await first.add({ ...batch(3), batch: twoEvents });
  expect(first.waiting()).toEqual({ events: 4, sinceMs: 1001 });
  await first.close();

  const second = open({ fileBytesMax: 1 });
  expect(second.waiting()).toEqual({ events: 4, sinceMs: 1001 });
  await (await second.oldest())?.remove();
  expect(second.waiting()).toEqual({ events: 3, sinceMs: 1002 });
  await readAll(second);
  expect(second.waiting()).toEqual({ events: 0, sinceMs: null });
  await second.close();
});

test("reports that there is little room before it rejects a batch", async () => {
  const full = open({ bytesMax: limits.spillRoomBytesMin - 1 });
  expect(full.hasRoom).toBe(false);
  await full.add(batch(1));
  await full.close();
  const spill = open();
  expect(spill.hasRoom).toBe(true);
  await spill.close();
});

test("ignores a record whose write was interrupted", async () => {
  const before = open();
  await before.add(batch(1));
  const [file = ""] = readdirSync(folder);
  const whole = readFileSync(join(folder, file)).length;
  await before.add(batch(2));
  await before.close();
  truncateSync(join(folder, file), whole + 20);
  const after = open();
  expect(await readAll(after)).toEqual([batch(1)]);
  expect([damages, readdirSync(folder)]).toEqual([[], []]);
  await after.close();
});

test("keeps and reports a damaged file, and returns the batches before the damage", async () => {
  const before = open();
  await before.add(batch(1));
  const [file = ""] = readdirSync(folder);
  const whole = readFileSync(join(folder, file)).length;
  await before.add(batch(2));
  await before.close();
  const bytes = readFileSync(join(folder, file));
  bytes[whole + 30] = ~(bytes[whole + 30] as number);
  writeFileSync(join(folder, file), bytes);
  appendFileSync(join(folder, file), "x");
  const after = open();
  expect(await readAll(after)).toEqual([batch(1)]);
  expect(damages).toHaveLength(1);
  expect(readdirSync(folder)).toEqual([`${file}.damaged`]);
  await after.close();
});

test("starts a new file when one is full, and rejects batches beyond the limit", async () => {
  const one = open();
  await one.add(batch(1));
  const bytes = readFileSync(join(folder, readdirSync(folder)[0] as string)).length;
  await readAll(one);
  await one.close();

  const spill = open({ fileBytesMax: bytes, bytesMax: 3 * bytes });
  for (const number of [1, 2, 3]) await spill.add(batch(number));
  expect(readdirSync(folder)).toHaveLength(3);
  await expect(spill.add(batch(4))).rejects.toThrow(CountsError);
  expect(await readAll(spill)).toEqual([1, 2, 3].map(batch));
  await spill.add(batch(4));
  await spill.close();
});

test("rejects a batch that could not be written", async () => {
  const spill = open();
  await spill.add(batch(1));
  rmSync(folder, { recursive: true });
  await readAll(spill).catch(() => {});
  await expect(spill.add(batch(2))).rejects.toThrow(CountsError);
  await spill.close();
});
