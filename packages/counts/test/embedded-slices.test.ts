import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { readManifest, switchManifest } from "../derived/manifest.ts";
import type { EventFilters } from "../index.ts";
import { projectFiles } from "../project-files.ts";
import { type CountsHarness, newProject, openEmbedded } from "./support/counts-harness.ts";
import { client, event, visitor } from "./support/counts-world.ts";

let harness: CountsHarness;
let projectId: string;
beforeAll(() => {
  harness = openEmbedded();
});
afterAll(() => harness.remove());
beforeEach(async () => {
  projectId = newProject();
  await harness.counts.append(projectId, [
    event({ visitor: visitor(1), path: "/a", host: "docs.example.com" }),
    event({ visitor: visitor(2), path: "/b", client: client("server", "reader"), host: "docs.example.com" }),
    event({ visitor: visitor(3), path: "/b", client: client("log", "crawler"), host: "preview.example.com" }),
  ]);
});

const totalsOf = async (filters: EventFilters) => {
  const range = { fromMs: -Infinity, toMs: Infinity, pathPrefix: null };
  const table = await harness.counts.count(projectId, { ...range, measure: "visitors", by: "path", filters });
  return Object.values(table.totals);
};

test("sealed days of versions without slices stay valid, and get slices", async () => {
  await harness.counts.maintain();
  const { derived } = projectFiles(harness.folder, projectId);
  const { sliceFiles, ...earlier } = readManifest(derived);
  expect(sliceFiles).not.toEqual([]);
  switchManifest(derived, earlier);
  await harness.reopen();
  const filters = { agent: ["Reader"], host: ["docs.example.com"] };
  expect(await totalsOf(filters)).toEqual([0, 1, 1]);
  await harness.counts.maintain();
  const upgraded = readManifest(derived);
  expect(upgraded.sliceFiles?.flatMap(({ days }) => days)).toEqual(
    earlier.segments.flatMap(({ days }) => days),
  );
  expect([upgraded.segments, upgraded.index]).toEqual([earlier.segments, earlier.index]);
  expect(await totalsOf(filters)).toEqual([0, 1, 1]);
});

test("damaged slices are rebuilt, and don't change the counts", async () => {
  await harness.counts.maintain();
  const { derived } = projectFiles(harness.folder, projectId);
  const file = join(derived, readManifest(derived).sliceFiles?.[0]?.file ?? "");
  const bytes = readFileSync(file);
  bytes.fill(0x55, 0, bytes.length / 2);
  writeFileSync(file, bytes);
  await harness.reopen();
  const filters = { host: ["preview.example.com"] };
  expect(await totalsOf(filters)).toEqual([0, 1, 1]);
  await harness.counts.maintain();
  expect(readManifest(derived).sliceFiles).toHaveLength(1);
  expect(await totalsOf(filters)).toEqual([0, 1, 1]);
});

test("filters that select most events count the same for every kind of row as without slices", async () => {
  const many = Array.from({ length: 60 }, (_, i) =>
    event({
      visitor: visitor(i % 23),
      path: `/${"abcd"[i % 4]}`,
      referrer: `site-${i % 5}.example.com`,
      client: i % 7 === 0 ? client("server", "reader") : client("browser", "human"),
      host: i % 6 === 0 ? "preview.example.com" : "docs.example.com",
    }),
  );
  await harness.counts.append(projectId, many);
  const answers = async () => {
    const range = { fromMs: -Infinity, toMs: Infinity, pathPrefix: null };
    const found: unknown[] = [];
    for (const filters of [{ host: ["docs.example.com"] }, { kind: ["human"] }] as const)
      for (const measure of ["visitors", "views"] as const) {
        for (const by of ["path", "referrer"] as const) {
          const table = await harness.counts.count(projectId, { ...range, measure, by, filters });
          found.push(table.totals, await table.rows({ offset: 0, limit: 9 }));
        }
        const agents = await harness.counts.countAgents(projectId, { ...range, filters });
        found.push(agents.totals, await agents.rows({ offset: 0, limit: 9 }));
      }
    return found;
  };
  const unsealed = await answers();
  await harness.counts.maintain();
  await harness.reopen();
  expect(await answers()).toEqual(unsealed);
});
