import { afterAll, beforeAll, expect, it } from "vitest";
import type { EventSource } from "../index.ts";
import { type CountsHarness, implementations, newProject } from "./support/counts-harness.ts";
import { client, event } from "./support/counts-world.ts";

const sources: readonly EventSource[] = ["browser", "server", "log"];
/** Times between one event and the next. Events 10 s apart are still one view; a millisecond more makes them two. */
const gapsMs = [500, 10_000, 10_001];
/** In the middle of a day, and around midnight, where the events are in the files of two days or two months. */
const starts = ["2024-02-28T12:00:00Z", "2024-02-28T23:59:59.800Z", "2024-02-29T23:59:55Z"].map((time) =>
  Date.parse(time),
);

interface Report {
  readonly source: EventSource;
  readonly timestampMs: number;
}

/** All pairs and triples of sources, with all gaps between their events, in all orders of arrival. */
const cases = starts.flatMap((startMs) =>
  [2, 3].flatMap((count) =>
    tuples(sources, count).flatMap((from) =>
      tuples(gapsMs, count - 1).flatMap((gaps) => {
        const reports = from.map((source, i) => ({
          source,
          timestampMs: gaps.slice(0, i).reduce((sum, gap) => sum + gap, startMs),
        }));
        return permutations(reports).map((arrivals) => ({ reports, arrivals }));
      }),
    ),
  ),
);

let harness: CountsHarness;
beforeAll(async () => {
  harness = (await implementations[0]?.open()) as CountsHarness;
});
afterAll(() => harness.remove());

it(`R40: counts the views in ${cases.length} orders of arrival from several sources`, async () => {
  const project = newProject();
  const pageOf = (i: number) => `/case-${i}`;
  // The n-th event of every case arrives in the n-th batch.
  for (let arrival = 0; arrival < 3; arrival++)
    await harness.counts.append(
      project,
      cases.flatMap(({ arrivals }, i) => {
        const report = arrivals[arrival];
        if (report === undefined) return [];
        const { source, timestampMs } = report;
        return event({ path: pageOf(i), client: client(source, "human", "Browser/1.0"), timestampMs });
      }),
    );
  const expected = Object.fromEntries(cases.map(({ reports }, i) => [pageOf(i), viewsOf(reports)]));
  const counted = async () => {
    const table = await harness.counts.count(project, {
      ...{ fromMs: -Infinity, toMs: Infinity, pathPrefix: null },
      ...{ measure: "views", by: "path" },
    });
    const rows = await table.rows({ offset: 0, limit: cases.length });
    return Object.fromEntries(rows.map(({ value, total }) => [value, total]));
  };
  expect(await counted()).toEqual(expected);
  await harness.counts.maintain();
  expect(await counted()).toEqual(expected);
});

/** The number of reports for which no better source sent a report within ten seconds. */
function viewsOf(reports: readonly Report[]): number {
  const rank = (report: Report) => sources.indexOf(report.source);
  return reports.filter(
    (one) =>
      !reports.some(
        (other) => rank(other) < rank(one) && Math.abs(other.timestampMs - one.timestampMs) <= 10_000,
      ),
  ).length;
}

function tuples<Item>(items: readonly Item[], length: number): Item[][] {
  if (length === 0) return [[]];
  return tuples(items, length - 1).flatMap((tuple) => items.map((item) => [...tuple, item]));
}

function permutations<Item>(items: readonly Item[]): Item[][] {
  if (items.length < 2) return [[...items]];
  return items.flatMap((item, i) =>
    permutations([...items.slice(0, i), ...items.slice(i + 1)]).map((rest) => [item, ...rest]),
  );
}
