import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync, zstdCompressSync } from "node:zlib";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { readEvent } from "../../src/analytics/sources/read-event.ts";
import { dayMs } from "../../src/analytics/visitor-period.ts";
import { event as eventSchema } from "../../src/http/wire/event-batch.ts";
import type { ProjectId } from "../../src/projects/index.ts";
import { createManualClock } from "../../src/std/clock.ts";
import { chrome, countedPages, countedTotal } from "../support/collect.ts";
import { addProject, type HttpService, openHttp } from "../support/http.ts";
import { type Client, openClient } from "../support/http-client.ts";
import { temporaryFolder } from "../support/repository.ts";

const startMs = Date.UTC(2026, 10, 21, 9);
const minuteMs = 60_000;

let service: HttpService;
let client: Client;
let projectId: ProjectId;
let key: string;
const clock = createManualClock(startMs);

beforeAll(async () => {
  service = await openHttp({ clock });
  client = await openClient(service);
});
afterAll(() => service.close());
// Projects share nothing.
beforeEach(async () => {
  projectId = (await addProject(service.projects, "Docs")).id;
  key = (await service.projects.createKey(projectId, { name: "test", scope: "write" })).key;
});

const at = (path: string) => `/v1/analytics/${projectId}/${path}`;

async function send(events: unknown, headers: Record<string, string> = {}) {
  return client.call(at("events"), { method: "POST", key, json: events, headers });
}

async function sendBytes(body: Uint8Array<ArrayBuffer> | string, headers: Record<string, string> = {}) {
  const type = { "content-type": "application/x-ndjson" };
  return client.call(at("events"), { method: "POST", key, body, headers: { ...type, ...headers } });
}

const visit = (fields: object = {}) => ({ path: "/a", ip: "203.0.113.7", userAgent: chrome, ...fields });

describe("events from servers (R51)", () => {
  it("R51: takes a JSON array and tells what became of it", async () => {
    const answer = await send([
      visit({ url: "https://docs.example.com/guides/setup.html?x=1", path: undefined }),
      visit({ path: "/b", ip: "203.0.113.8" }),
      visit({ path: "/style.css" }),
      { ip: "203.0.113.8" },
    ]);
    expect(answer.status).toBe(200);
    expect(answer.json).toMatchObject({ accepted: 2, duplicates: 0, ignored: { asset: 1 } });
    expect(answer.json?.rejected).toEqual([
      { index: 3, error: "invalid_event", message: "url or path must be given, as a string." },
    ]);
    expect(await countedPages(service, projectId)).toEqual({ "/guides/setup": 1, "/b": 1 });
  });

  it("R51: an event needs nothing but a page", async () => {
    expect((await send([{ path: "/a" }])).json).toMatchObject({ accepted: 1 });
    expect((await send({ path: "/b" })).json).toMatchObject({ accepted: 1 });
  });

  it("R51: takes NDJSON, where a line that cannot be read is lost alone", async () => {
    const lines = [JSON.stringify(visit()), "", "{not json", JSON.stringify(visit({ path: "/b" })), ""];
    const answer = await sendBytes(lines.join("\n"));
    expect(answer.json).toMatchObject({ accepted: 2, rejected: [{ index: 1, error: "invalid_json" }] });
  });

  it("R51: takes gzip and zstd", async () => {
    const body = Buffer.from(JSON.stringify([visit()]));
    const other = Buffer.from(JSON.stringify([visit({ path: "/b" })]));
    const type = { "content-type": "application/json" };
    expect(
      (await sendBytes(new Uint8Array(gzipSync(body)), { ...type, "content-encoding": "gzip" })).json,
    ).toMatchObject({ accepted: 1 });
    expect(
      (await sendBytes(new Uint8Array(zstdCompressSync(other)), { ...type, "content-encoding": "zstd" }))
        .json,
    ).toMatchObject({ accepted: 1 });
    expect((await sendBytes(body.toString(), { "content-encoding": "br" })).status).toBe(415);
    expect((await sendBytes("no gzip", { "content-encoding": "gzip" })).status).toBe(400);
  });

  it("R51: an event of more than 64 KiB is rejected alone, whatever makes it large", async () => {
    const large = "x".repeat(66_000);
    let deep: unknown = 1;
    for (let i = 0; i < 3000; i++) deep = [deep];
    const answer = await send([
      visit({ userAgent: large }),
      visit({ path: `/${large}` }),
      visit({ unknown: { deep: [large] } }),
      visit({ headers: { accept: "*/*", "x-large": large } }),
      visit({ path: "/deep", unknown: deep }),
      visit(),
    ]);
    expect(answer.json).toMatchObject({
      accepted: 2,
      rejected: [0, 1, 2, 3].map((index) => ({ index, error: "event_too_large" })),
    });
    const line = JSON.stringify(visit({ userAgent: large }));
    expect((await sendBytes(`${line}\n${JSON.stringify(visit({ path: "/c" }))}`)).json).toMatchObject({
      accepted: 1,
      rejected: [{ index: 0, error: "event_too_large" }],
    });
  });

  it("R51: 10,000 events are taken, 10,001 are 413 and none of them counts", async () => {
    const events = (count: number) =>
      Array.from({ length: count }, (_, i) => ({
        path: `/p${i % 7}`,
        visitorId: `v${i}`,
        userAgent: chrome,
      }));
    expect((await send(events(10_001))).status).toBe(413);
    expect(await countedTotal(service, projectId)).toBe(0);
    expect((await send(events(10_000))).json).toMatchObject({ accepted: 10_000 });
    expect(await countedTotal(service, projectId)).toBe(10_000);
  });

  it("R51: what is no batch is 400, what is no JSON type 415, and a key must write", async () => {
    for (const body of ["", " \n", "1 2", "[{]"]) expect((await sendBytes(body)).status).toBe(400);
    expect((await client.call(at("events"), { method: "POST", key, body: "[]" })).status).toBe(415);
    const read = await service.projects.createKey(projectId, { name: "r", scope: "read" });
    expect((await client.call(at("events"), { method: "POST", key: read.key, json: [] })).status).toBe(403);
    expect((await client.call(at("events"), { method: "POST", key: null, json: [] })).status).toBe(401);
    expect((await client.call(at("events"), { method: "GET", key })).status).toBe(405);
  });

  it("R51: what the schema says of an event is what is taken", () => {
    const text = fc.oneof(fc.constantFrom("", "/a", "GET", chrome, "https://x.example/a"), fc.string());
    const value = fc.oneof(
      text,
      fc.constant(null),
      fc.integer({ min: -5, max: 700 }),
      fc.boolean(),
      fc.double(),
    );
    const field = (good: fc.Arbitrary<unknown>) => fc.oneof({ weight: 5, arbitrary: good }, value);
    const events = fc.record(
      {
        id: field(fc.string({ minLength: 1, maxLength: 256 })),
        timestamp: field(fc.constantFrom("2026-11-20", 1_780_000_000)),
        path: fc.constant("/a"),
        ip: field(fc.constantFrom("203.0.113.7", "2001:db8::1")),
        userAgent: field(text),
        method: field(text),
        status: field(fc.integer({ min: 99, max: 600 })),
        referrer: field(text),
        headers: field(fc.dictionary(fc.constantFrom("Accept", "x-y"), text)),
        visitorId: field(fc.string({ minLength: 1, maxLength: 256 })),
        source: field(text),
      },
      { requiredKeys: ["path"] },
    );
    // Beyond the schema: which texts are addresses and times, and headers that nothing looks at.
    fc.assert(
      fc.property(events, (sent) => {
        const read = readEvent(sent);
        const isTaken = !("rejected" in read);
        const isDescribed = eventSchema.safeParse(sent).success;
        if (isTaken && !isDescribed) expect(typeof sent.headers === "object").toBe(true);
        if (isDescribed && !isTaken)
          expect(read.rejected === "invalid_timestamp" || read.message === "ip must be an IP address.").toBe(
            true,
          );
      }),
      { numRuns: 5000 },
    );
  });
});

describe("counted once (R53)", () => {
  it("R53: an event with an id counts once in 48 hours, whatever else it says", async () => {
    const id = "6fa1";
    expect((await send([visit({ id })])).json).toMatchObject({ accepted: 1, duplicates: 0 });
    clock.advance(47 * 60 * minuteMs);
    expect((await send([visit({ id, path: "/b" })])).json).toMatchObject({ accepted: 0, duplicates: 1 });
  });

  it("R53: events of one visitor, page and time are one, whenever they come", async () => {
    const timestamp = "2026-03-05T10:00:00.123Z";
    const same = [visit({ timestamp }), visit({ timestamp: Date.parse(timestamp), path: "/a/index.html" })];
    expect((await send(same)).json).toMatchObject({ accepted: 1, duplicates: 1 });
    clock.advance(100 * dayMs);
    expect((await send(same)).json).toMatchObject({ accepted: 0, duplicates: 2 });
  });

  it("R53: late events count on their own date; nothing later than 10 minutes from now is taken", async () => {
    const soon = clock.now() + 10 * minuteMs;
    const answer = await send([
      visit({ timestamp: "2016-11-21T09:00:00+01:00" }),
      visit({ timestamp: soon, path: "/b" }),
      visit({ timestamp: soon + 1 }),
      visit({ timestamp: clock.now() + 3653 * dayMs }),
      visit({ timestamp: "2026-02-30" }),
      visit({ timestamp: "yesterday" }),
      visit({ timestamp: "1969-12-31T23:59:59Z" }),
    ]);
    expect(answer.json).toMatchObject({
      accepted: 2,
      rejected: [
        { index: 2, error: "future_timestamp" },
        { index: 3, error: "future_timestamp" },
        ...[4, 5, 6].map((index) => ({ index, error: "invalid_timestamp" })),
      ],
    });
    const query = { pathPrefix: null, measure: "visitors", by: "path" } as const;
    const on = (day: string) => ({ fromMs: Date.parse(day), toMs: Date.parse(day) + dayMs, ...query });
    expect((await service.analytics.counts.count(projectId, on("2016-11-21"))).totals.total).toBe(1);
    expect((await service.analytics.counts.count(projectId, on("2016-11-22"))).totals.total).toBe(0);
  });
});

describe("content views (R54)", () => {
  it.each([
    [{ method: "GET", status: 200 }, null],
    [{ method: "get", status: 299 }, null],
    [{ status: 304 }, null],
    [{ status: 206 }, null],
    [{ method: "HEAD" }, "not_get"],
    [{ method: "POST" }, "not_get"],
    [{ status: 301 }, "redirect"],
    [{ status: 404 }, "not_successful"],
    [{ status: 500 }, "not_successful"],
    [{ status: 101 }, "not_successful"],
    [{ headers: { "Sec-Purpose": "prefetch;prerender" } }, "prefetch"],
    [{ headers: { purpose: "prefetch" } }, "prefetch"],
    [{ headers: { "X-Moz": "prefetch" } }, "prefetch"],
    [{ headers: { "Next-Router-Prefetch": "1" } }, "prefetch"],
    [{ path: "/logo.SVG" }, "asset"],
    [{ path: "/_next/static/chunk" }, "asset"],
    [{ path: "/openapi.json?v=1" }, "asset"],
    [{ path: "/robots.txt" }, "asset"],
    [{ path: "/llms.txt" }, null],
    [{ path: "/llms-full.txt" }, null],
    [{ path: "/api/v1.2" }, null],
    [{ path: "/guide.md" }, null],
  ])("R54: %j is ignored for %s", async (fields, reason) => {
    const { json } = await send([visit(fields)]);
    expect(json).toMatchObject(
      reason === null ? { accepted: 1, ignored: {} } : { accepted: 0, ignored: { [reason]: 1 } },
    );
  });
});

describe("paths (R55)", () => {
  it("R55: a page has one name, whoever tells of it, and the base path is no part of it", async () => {
    await service.analytics.changeSettings(projectId, { basePath: "/docs" });
    const names = [
      "/docs/a/b",
      "/docs//a/./b/?q=1#f",
      "/docs/a/b.md",
      "/docs/a/b/index.html",
      "/docs/%61/b.mdx",
      "/a/b",
    ];
    await send([
      ...names.map((path) => visit({ path })),
      visit({ path: undefined, url: "https://x.example/docs" }),
    ]);
    expect(await countedPages(service, projectId)).toEqual({ "/a/b": 1, "/": 1 });
  });
});

describe("visitors (R56)", () => {
  const one = "203.0.113.7";

  it("R56: a visitor is an address with a user agent, or the name that the site gives", async () => {
    await send([
      visit({ ip: one }),
      visit({ ip: one, timestamp: clock.now() - 5000 }),
      visit({ ip: `::ffff:${one}`, timestamp: clock.now() - 6000 }),
      visit({ ip: one, userAgent: `  ${chrome.replace(" ", "\t ")} ` }),
    ]);
    expect(await countedTotal(service, projectId)).toBe(1);
    await send([visit({ ip: "203.0.113.8" }), visit({ ip: one, userAgent: `${chrome} Edg/141.0` })]);
    expect(await countedTotal(service, projectId)).toBe(3);
    await send([
      visit({ visitorId: "u1" }),
      visit({ visitorId: "u1", ip: "203.0.113.9", userAgent: `${chrome} x` }),
    ]);
    expect(await countedTotal(service, projectId)).toBe(4);
  });

  it("R56: an IPv6 network is its first 64 bits", async () => {
    await send(["2001:db8:1:2::1", "2001:db8:1:2:ffff::9", "2001:0DB8:1:2::"].map((ip) => visit({ ip })));
    expect(await countedTotal(service, projectId)).toBe(1);
    await send([visit({ ip: "2001:db8:1:3::1" })]);
    expect(await countedTotal(service, projectId)).toBe(2);
  });

  it("R56: the key is the project's own, and neither address nor name is stored", async () => {
    const other = (await addProject(service.projects, "Other")).id;
    const raw = JSON.stringify([visit({ visitorId: "someone@example.com" })]);
    for (const id of [projectId, other]) await service.analytics.takeBatch(id, Buffer.from(raw));
    const keys = await service.database.db.selectFrom("visitor_keys").selectAll().execute();
    const mine = keys.filter((row) => row.project_id === projectId || row.project_id === other);
    expect(new Set(mine.map((row) => row.key)).size).toBe(2);
    expect(mine.every((row) => /^[0-9a-f]{64}$/u.test(row.key))).toBe(true);
  });

  it("R56: keys rotate, count upper bounds, and are destroyed 7 days after their period", async () => {
    clock.advance(Date.UTC(2027, 2, 10, 12) - clock.now());
    await service.analytics.changeSettings(projectId, { keyRotation: "day" });
    const on = (day: number) => new Date(Date.UTC(2027, 2, day, 6)).toISOString();
    const sent = await send([
      visit({ timestamp: on(10) }),
      visit({ timestamp: on(9) }),
      visit({ timestamp: on(3) }),
    ]);
    expect(sent.json).toMatchObject({ accepted: 3 });
    // One person, hashed with three keys.
    expect(await countedTotal(service, projectId)).toBe(3);
    const range = (from: number, to: number) => ({
      fromMs: Date.UTC(2027, 2, from),
      toMs: Date.UTC(2027, 2, to),
    });
    expect(await service.analytics.spansRotation(projectId, range(9, 11))).toBe(true);
    expect(await service.analytics.spansRotation(projectId, range(9, 10))).toBe(false);
    expect(await service.analytics.spansRotation(projectId, { fromMs: -Infinity, toMs: Infinity })).toBe(
      true,
    );

    // The key of the 3rd ends with the 3rd, and goes 7 days after.
    const tooOld = await send([visit({ timestamp: on(2), path: "/z" })]);
    expect(tooOld.json).toMatchObject({ accepted: 0, ignored: { key_destroyed: 1 } });
    clock.advance(Date.UTC(2027, 2, 11) - clock.now());
    expect((await send([visit({ timestamp: on(3), path: "/z" })])).json).toMatchObject({
      ignored: { key_destroyed: 1 },
    });
    expect((await send([visit({ timestamp: on(9), path: "/z" })])).json).toMatchObject({ accepted: 1 });
    await service.analytics.sweep();
    const keys = await service.database.db
      .selectFrom("visitor_keys")
      .select(["from_day", "key"])
      .where("project_id", "=", projectId)
      .orderBy("from_day")
      .execute();
    const day = (date: number) => Date.UTC(2027, 2, date) / dayMs;
    expect(keys.filter((row) => /^0+$/u.test(row.key)).map((row) => row.from_day)).toEqual([day(3)]);
    expect(keys.filter((row) => !/^0+$/u.test(row.key)).map((row) => row.from_day)).toEqual([
      day(9),
      day(10),
    ]);
    expect(await service.analytics.spansRotation(projectId, range(3, 10))).toBe(true);
  });

  it("R56: a rotation that begins later lets today's visitors be whom they are", async () => {
    await send([visit()]);
    await service.analytics.changeSettings(projectId, { keyRotation: "month" });
    await send([visit({ path: "/b" })]);
    expect(await countedTotal(service, projectId)).toBe(1);
    clock.advance(dayMs);
    await send([visit({ path: "/c" })]);
    expect(await countedTotal(service, projectId)).toBe(2);
  });

  it("R56: an erased visitor is gone under every key that is left, and later events are ignored", async () => {
    const named = { visitorId: "u1", userAgent: chrome };
    await send([visit(), visit({ path: "/b" }), { path: "/a", ...named }, visit({ ip: "203.0.113.9" })]);
    await service.analytics.changeSettings(projectId, { keyRotation: "day" });
    clock.advance(dayMs);
    await send([visit({ path: "/c" }), { path: "/d", ...named }]);
    const subject = { visitorId: null, ip: "::ffff:203.0.113.7", userAgent: ` ${chrome}` };
    expect(await service.analytics.eraseVisitor(projectId, subject)).toBe(3);
    expect(await service.analytics.eraseVisitor(projectId, { ...subject, visitorId: "u1" })).toBe(2);
    expect(await countedPages(service, projectId)).toEqual({ "/a": 1 });
    const again = await send([visit(), { path: "/d", ...named }, visit({ ip: "203.0.113.9" })]);
    expect(again.json).toMatchObject({ accepted: 1, ignored: { erased: 2 } });
    for (const ip of ["nonsense", null])
      await expect(service.analytics.eraseVisitor(projectId, { ...subject, ip })).rejects.toThrow("address");
    const visitorId = "ü".repeat(256);
    await expect(service.analytics.eraseVisitor(projectId, { ...subject, visitorId })).rejects.toThrow(
      "name",
    );
  });

  it("R56: an erased visitor stays away under keys that were not made when they were erased", async () => {
    await service.analytics.changeSettings(projectId, { keyRotation: "day" });
    await send([visit({ ip: "203.0.113.9" })]);
    const erased = { visitorId: null, ip: one, userAgent: chrome };
    expect(await service.analytics.eraseVisitor(projectId, erased)).toBe(0);
    const late = [0, 1, 4, 7].map((days) => new Date(clock.now() - days * dayMs).toISOString());
    expect((await send(late.map((timestamp) => visit({ timestamp })))).json).toMatchObject({
      accepted: 0,
      ignored: { erased: 4 },
    });
  });

  it("R56: a rotation that is taken back before it begins changes nobody's key", async () => {
    await send([visit()]);
    for (const keyRotation of ["day", "never"] as const)
      await service.analytics.changeSettings(projectId, { keyRotation });
    clock.advance(8 * dayMs);
    const ago = new Date(clock.now() - 8 * dayMs).toISOString();
    expect((await send([visit({ path: "/b" }), visit({ path: "/c", timestamp: ago })])).json).toMatchObject({
      accepted: 2,
    });
    expect(await countedTotal(service, projectId)).toBe(1);
    const allTime = { fromMs: -Infinity, toMs: Infinity };
    expect(await service.analytics.spansRotation(projectId, allTime)).toBe(false);
  });

  it("R56: settings that are changed at the same moment are all changed", async () => {
    const { changeSettings } = service.analytics;
    await Promise.all([
      changeSettings(projectId, { basePath: "/docs" }),
      changeSettings(projectId, { timeZone: "Asia/Kathmandu" }),
      changeSettings(projectId, { retentionDays: 30 }),
    ]);
    expect(await service.analytics.findSettings(projectId)).toMatchObject({
      basePath: "/docs",
      timeZone: "Asia/Kathmandu",
      retentionDays: 30,
    });
  });

  it("R56: what lies past retention is ignored", async () => {
    await service.analytics.changeSettings(projectId, { retentionDays: 30 });
    const old = new Date(clock.now() - 31 * dayMs).toISOString();
    expect((await send([visit({ timestamp: old }), visit()])).json).toMatchObject({
      accepted: 1,
      ignored: { past_retention: 1 },
    });
  });
});

describe("a store that cannot be written", () => {
  it("R20: is 503 for the sender, and the operator's log says why", async () => {
    using folder = temporaryFolder();
    const broken = await openHttp({ clock, countsFolder: folder.path });
    try {
      // Where the project's folder would be.
      writeFileSync(join(folder.path, broken.project.id), "");
      const { call } = await openClient(broken);
      const answer = await call(`/v1/analytics/${broken.project.id}/events`, {
        method: "POST",
        key: broken.key,
        json: [visit()],
      });
      expect(answer.status).toBe(503);
      expect(answer.headers.get("retry-after")).toBe("5");
      expect(answer.text).not.toContain(folder.path);
      const told = broken.lines.filter((line) => line.includes("a request failed"));
      expect(told).toEqual([expect.stringMatching(/E(?:EXIST|NOTDIR)/u)]);
    } finally {
      await broken.close();
    }
  });
});

describe("who is believed about an address (R28)", () => {
  it("R28: forwarded headers count only behind a trusted proxy, read from the right", async () => {
    const trusting = await openHttp({ clock, settings: { trustedProxies: ["10.0.0.0/8"] } });
    try {
      const id = trusting.project.id;
      const from = (ip: string, forwarded: string) =>
        visit({ ip, headers: { "X-Forwarded-For": forwarded } });
      const total = async (events: unknown[]) => {
        await trusting.analytics.takeBatch(id, Buffer.from(JSON.stringify(events)));
        return countedTotal(trusting, id);
      };
      expect(await total([visit({ ip: "203.0.113.7" }), from("10.0.0.1", "203.0.113.7")])).toBe(1);
      expect(await total([from("10.0.0.1", "198.51.100.1, 203.0.113.7, 10.0.0.9")])).toBe(1);
      expect(await total([from("203.0.113.7", "198.51.100.1")])).toBe(1);
      expect(await total([from("10.0.0.1", "198.51.100.1")])).toBe(2);
    } finally {
      await trusting.close();
    }
  });
});
