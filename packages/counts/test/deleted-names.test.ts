import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import SqliteDatabase from "better-sqlite3";
import { afterAll, beforeAll, expect, test } from "vitest";
import { packEvents } from "../events/event-batch.ts";
import { openProjectEvents } from "../events/project-events.ts";
import type { VisitorEvent } from "../index.ts";
import { type CountsHarness, newProject, openEmbedded } from "./support/counts-harness.ts";
import { client, event, visitor } from "./support/counts-world.ts";

const dayMs = 86_400_000;
const march = Date.UTC(2026, 2, 1);
const always = { fromMs: -Infinity, toMs: Infinity };

let harness: CountsHarness;
beforeAll(() => {
  harness = openEmbedded();
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

/** The names that the store keeps, apart from the newest of each kind, whose number must not be used again. */
function storedNames(projectId: string) {
  const db = new SqliteDatabase(join(harness.folder, projectId, "project.sqlite"), { readonly: true });
  const all = (sql: string) => db.prepare(sql).pluck().all();
  try {
    return {
      paths: all("select path from paths where id < (select max(id) from paths) order by path"),
      referrers: all("select referrer from referrers where id < (select max(id) from referrers) order by 1"),
      userAgents: all("select user_agent from clients where user_agent <> '' order by 1"),
    };
  } finally {
    db.close();
  }
}

test("frees the names that no event refers to, and never uses their numbers again", async () => {
  const project = newProject();
  const own = (name: string) => ({ client: client("server", "human", name), referrer: `${name}.example` });
  await harness.counts.append(project, [
    view("/private/alice", 0, 1, own("one")),
    view("/guide/start", 0, 2, own("two")),
    view("/guide/next", 1, 3, own("three")),
    view("/last", 1, 3, own("four")),
  ]);
  await harness.counts.maintain();
  await harness.counts.deletePage(project, { path: "/private/alice", ...always });
  await harness.counts.erase(project, visitor(3));
  await harness.counts.maintain();
  // The folders above a used page are kept.
  expect(storedNames(project)).toEqual({
    paths: ["/", "/guide", "/guide/start"],
    referrers: ["two.example"],
    userAgents: ["two"],
  });
  const timestampMs = harness.clock.now() + 1000;
  const again = [
    view("/private/alice", 0, 4, { ...own("one"), timestampMs }),
    view("/new", 0, 5, { ...own("five"), timestampMs }),
  ];
  await harness.counts.append(project, again);
  const expected = { total: 3, "/guide/start": 1, "/private/alice": 1, "/new": 1 };
  for (const step of [async () => {}, () => harness.reopen(), () => harness.counts.maintain()]) {
    await step();
    expect(await visitorsOf(project)).toEqual(expected);
    const page = await harness.counts.readEvents(project, { ...always, after: null, limit: 10 });
    expect(page.events.map(({ path, referrer, client }) => [path, referrer, client.userAgent])).toEqual([
      ["/guide/start", "two.example", "two"],
      ["/private/alice", "one.example", "one"],
      ["/new", "five.example", "five"],
    ]);
  }
});

test("frees the newest names, too, and those of rejected events", async () => {
  const project = newProject();
  const secret = {
    referrer: "secret.example",
    host: "alice.example",
    client: client("server", "human", "x"),
  };
  const texts = () => {
    const db = new SqliteDatabase(join(harness.folder, project, "project.sqlite"), { readonly: true });
    const all = (sql: string) => db.prepare(sql).pluck().all();
    try {
      return [
        ...all("select path from paths"),
        ...all("select referrer from referrers"),
        ...all("select host from origins"),
      ];
    } finally {
      db.close();
    }
  };
  const isSecret = (text: unknown) => /secret|alice/u.test(String(text));
  const first = [view("/guide", 0, 1, { referrer: "known.example" }), view("/private/alice", 0, 2, secret)];
  await harness.counts.append(project, first);
  await harness.counts.maintain();
  await harness.counts.deletePage(project, { path: "/private/alice", ...always });
  await harness.counts.maintain();
  expect(texts().filter(isSecret)).toEqual([]);

  expect(await harness.counts.append(project, [view("/private/alice", 0, 3, secret)])).toEqual(["deleted"]);
  expect(texts().some(isSecret)).toBe(true);
  await harness.counts.maintain();
  expect(texts().filter(isSecret)).toEqual([]);

  await harness.counts.erase(project, visitor(9));
  expect(await harness.counts.append(project, [view("/alice", 0, 9, { referrer: "alice.example" })])).toEqual(
    ["erased"],
  );
  await harness.counts.maintain();
  expect(texts().filter(isSecret)).toEqual([]);

  const timestampMs = harness.clock.now() + 1000;
  await harness.counts.append(project, [
    view("/private/alice", 0, 4, { ...secret, timestampMs }),
    view("/new", 0, 5, { referrer: "new.example", timestampMs }),
  ]);
  for (const step of [async () => {}, () => harness.reopen(), () => harness.counts.maintain()]) {
    await step();
    expect(await visitorsOf(project)).toEqual({ total: 3, "/guide": 1, "/private/alice": 1, "/new": 1 });
    const page = await harness.counts.readEvents(project, { ...always, after: null, limit: 10 });
    expect(page.events.map(({ path, referrer }) => [path, referrer])).toEqual([
      ["/guide", "known.example"],
      ["/private/alice", "secret.example"],
      ["/new", "new.example"],
    ]);
  }
});

test("names of events that are rejected while unused names are searched are freed by the next search", async () => {
  const root = mkdtempSync(join(tmpdir(), "docwright-refused-names-"));
  const nowMs = march + 60 * dayMs;
  const events = openProjectEvents({ root, projectId: "prj_a", nowMs, onCommit: () => {} });
  try {
    const append = (list: VisitorEvent[]) => events.append([packEvents(list)], nowMs);
    append([view("/a", 0, 1), view("/private", 1, 2), view("/b", 2, 3)]);
    const page = events.beginDeletion({ path: "/private", ...always }, nowMs);
    if (page === null) throw new Error("The range is empty.");
    for (const place of events.listDays()) events.deleteDay(place, page);
    events.endDeletion(page);
    const search = events.freeNames(events.unusedNames() as number);
    search.next();
    append([view("/private", 1, 4)]);
    for (const _step of search);
    expect(events.unusedNames()).not.toBeNull();
    for (const _step of events.freeNames(events.unusedNames() as number));
    expect(events.unusedNames()).toBeNull();
  } finally {
    events.close();
    rmSync(root, { recursive: true });
  }
});
