import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { createPair, createPairFile, openPairFile, type Pair, streamPairs } from "./pair-file.ts";

const folder = mkdtempSync(join(tmpdir(), "docwright-pairs-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const path = join(folder, "pairs");

const pair = fc.record({
  value: fc.nat(30),
  visitor: fc.nat(200),
  humanDay: fc.nat(65_535),
  aiDay: fc.nat(65_535),
  humanMs: fc.nat(86_399_999),
  aiMs: fc.nat(86_399_999),
});

test("records come back in order, and each is found", () => {
  const sorted = fc
    .uniqueArray(pair, { maxLength: 2000, selector: ({ value, visitor }) => value * 1000 + visitor })
    .map((pairs) => pairs.toSorted((a, b) => a.value - b.value || a.visitor - b.visitor));
  fc.assert(
    fc.property(sorted, fc.array(fc.tuple(fc.nat(31), fc.nat(201))), (pairs, others) => {
      const writer = createPairFile(path);
      for (const one of pairs) writer.add(one);
      writer.finish();

      const read: Pair[] = [];
      const stream = streamPairs(path);
      for (; stream.pair !== null; stream.next()) read.push({ ...stream.pair });
      stream.close();
      expect(read).toEqual(pairs);

      const file = openPairFile(path);
      const found = createPair();
      for (const [value, visitor] of [...others, ...pairs.map((one) => [one.value, one.visitor] as const)]) {
        const wanted = pairs.find((one) => one.value === value && one.visitor === visitor);
        expect(file.find(value, visitor, found)).toBe(wanted !== undefined);
        if (wanted !== undefined) expect(found).toEqual(wanted);
      }
      file.close();
    }),
    { numRuns: 30 },
  );
});

test("no file is a stream without records", () => {
  expect(streamPairs(null).pair).toBeNull();
});
