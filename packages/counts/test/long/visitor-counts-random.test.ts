import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type CountsHarness, implementations } from "../support/counts-harness.ts";
import { createHistory } from "../support/counts-history.ts";

/** Random histories of events, replays, late arrivals, restarts, erasures …, with random queries between the steps. */
const histories = process.env.TEST_CLICKHOUSE === undefined ? 40 : 4;
const casesMin = histories * 175;

describe.each(implementations)("$name agrees with the oracle on random histories", ({ open }) => {
  let harness: CountsHarness;
  let cases = 0;
  beforeAll(async () => {
    harness = await open();
  });
  afterAll(async () => {
    await harness.remove();
  });

  test.each(Array.from({ length: histories }, (_, seed) => ({ seed })))("seed $seed", async ({ seed }) => {
    const history = createHistory(harness, seed);
    for (let step = 0; step < 8; step++) {
      await history.step();
      cases += await history.compare(step === 7 ? 8 : 4);
    }
  });

  test(`at least ${casesMin} queries were compared`, () => {
    expect(cases).toBeGreaterThanOrEqual(casesMin);
  });
});
