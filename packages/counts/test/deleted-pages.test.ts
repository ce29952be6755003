import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { VisitorEvent } from "../index.ts";
import { type CountsHarness, implementations, newProject } from "./support/counts-harness.ts";
import { event, visitor } from "./support/counts-world.ts";

const dayMs = 86_400_000;
const march = Date.UTC(2026, 2, 1);
const always = { fromMs: -Infinity, toMs: Infinity };

describe.each(implementations)("$name", ({ open }) => {
  let harness: CountsHarness;
  beforeAll(async () => {
    harness = await open();
  });
  afterAll(() => harness.remove());

  const view = (path: string, days: number, number: number, more: Partial<VisitorEvent> = {}) =>
    event({ path, timestampMs: march + days * dayMs, visitor: visitor(number), ...more });

  async function visitorsOf(projectId: string, pathPrefix: string | null = null) {
    const query = { ...always, pathPrefix, measure: "visitors", by: "path" } as const;
    const table = await harness.counts.count(projectId, query);
    const rows = await table.rows({ offset: 0, limit: 100 });
    return {
      total: table.totals.total,
      ...Object.fromEntries(rows.map(({ value, total }) => [value, total])),
    };
  }

  test("R59: deletes a page's events in a range, not those of other pages, and rejects them from now on", async () => {
    const project = newProject();
    const events = [...[0, 1, 2].map((day) => view("/a", day, day)), view("/a/b", 1, 1), view("/c", 1, 9)];
    await harness.counts.append(project, events);
    await harness.counts.maintain();
    const page = { path: "/a", fromMs: march + dayMs, toMs: march + 2 * dayMs };
    expect(await harness.counts.deletePage(project, page)).toBe(1);
    const expected = { total: 4, "/a": 2, "/a/b": 1, "/c": 1 };
    expect(await visitorsOf(project)).toEqual(expected);
    expect(await visitorsOf(project, "/a")).toEqual({ total: 3, "/a": 2, "/a/b": 1 });
    expect(await harness.counts.append(project, events)).toEqual([
      ...["duplicate", "deleted", "duplicate", "duplicate", "duplicate"],
    ]);
    // Neither a restart nor a rebuild brings the deleted events back.
    await harness.counts.maintain();
    await harness.reopen();
    expect(await visitorsOf(project)).toEqual(expected);
    expect(await harness.counts.append(project, [view("/a", 1, 5)])).toEqual(["deleted"]);
    expect(await harness.counts.deletePage(project, page)).toBe(0);
  });

  test("R59: later views of a deleted page count, and its earlier views don't return", async () => {
    const project = newProject();
    const now = harness.clock.now();
    const soon = view("/a", 0, 2, { timestampMs: now + 60_000 });
    await harness.counts.append(project, [view("/a", 0, 1), soon]);
    expect(await harness.counts.deletePage(project, { path: "/a", ...always })).toBe(2);
    expect(await visitorsOf(project)).toEqual({ total: 0 });
    harness.clock.advance(120_000);
    const later = view("/a", 0, 2, { timestampMs: now + 90_000 });
    expect(await harness.counts.append(project, [view("/a", 0, 1), soon, later])).toEqual([
      ...["deleted", "deleted", "accepted"],
    ]);
    expect(await visitorsOf(project)).toEqual({ total: 1, "/a": 1 });
  });

  test("names of events that arrive while unused names are searched are kept", async () => {
    const project = newProject();
    await harness.counts.append(
      project,
      Array.from({ length: 12 }, (_, day) => view(`/p${day}`, day, day)),
    );
    await harness.counts.maintain();
    for (let day = 0; day < 11; day++)
      await harness.counts.deletePage(project, { path: `/p${day}`, fromMs: march, toMs: march + 60 * dayMs });
    const soon = harness.clock.now() - dayMs;
    const freed = harness.counts.maintain();
    let isRunning = true;
    void freed.then(() => {
      isRunning = false;
    });
    const expected = new Set(["/p11"]);
    for (let at = 0; isRunning; at++) {
      const path = `/p${at % 11}`;
      await harness.counts.append(project, [view(path, 0, 100 + at, { timestampMs: soon + at })]);
      expected.add(path);
    }
    await freed;
    const { total: _total, ...pages } = await visitorsOf(project);
    expect(new Set(Object.keys(pages))).toEqual(expected);
    await harness.reopen();
    const { total: _again, ...reopened } = await visitorsOf(project);
    expect(reopened).toEqual(pages);
  });

  test("a walk through the events returns each event once while others arrive and are deleted", async () => {
    const project = newProject();
    // Several pages and visitors at the same instant, across a month's end.
    const first = Array.from({ length: 300 }, (_, i) => view(`/p${i % 7}`, Math.floor(i / 30) * 5, i));
    await harness.counts.append(project, first);
    const seen: string[] = [];
    let after: Uint8Array | null = null;
    let round = 0;
    do {
      const page = await harness.counts.readEvents(project, { ...always, after, limit: 16 });
      for (const found of page.events)
        seen.push(`${found.path} ${Buffer.from(found.visitor).toString("hex")}`);
      after = page.next;
      await harness.counts.append(project, [view("/new", round % 50, 1000 + round)]);
      if (round === 3)
        await harness.counts.deletePage(project, { path: "/p6", fromMs: march + 40 * dayMs, toMs: Infinity });
      round++;
    } while (after !== null);
    expect(new Set(seen).size).toBe(seen.length);
    const kept = first.filter(({ path, timestampMs }) => path !== "/p6" || timestampMs < march + 40 * dayMs);
    const missing = kept.filter(
      ({ path, visitor: who }) => !seen.includes(`${path} ${Buffer.from(who).toString("hex")}`),
    );
    expect(missing).toEqual([]);
  });
});
