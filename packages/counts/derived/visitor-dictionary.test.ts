import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { numberVisitors, openVisitorDictionary } from "./visitor-dictionary.ts";

const folder = mkdtempSync(join(tmpdir(), "docwright-visitors-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/**
 * Some of these words differ only in their low bits, and some only in the bit that would be the sign of a 32-bit
 * number.
 */
const word = fc.constantFrom(0, 1, 2, 0x7fffffff, 0x80000000, 0xffffffff);
const visitor = fc.tuple(word, fc.nat(3), fc.constantFrom(0, 0xffffffff), fc.nat(40));

test("visitors keep their numbers through any number of merges, and unknown visitors have none", () => {
  const batch = fc.uniqueArray(visitor, { maxLength: 700, selector: String });
  fc.assert(
    fc.property(fc.array(batch, { minLength: 1, maxLength: 4 }), fc.array(visitor), (batches, others) => {
      const numbers = new Map<string, number>();
      let [path, end]: [string | null, number] = [null, 0];
      for (const [i, visitors] of batches.entries()) {
        const to = join(folder, `dictionary-${i}`);
        const numbered = numberVisitors(Uint32Array.from(visitors.flat()), visitors.length, {
          from: path,
          to,
          end,
        });
        for (const [at, entry] of visitors.entries()) {
          const known = numbers.get(String(entry));
          if (known === undefined) expect(numbered.numbers[at]).toBeGreaterThanOrEqual(end);
          else expect(numbered.numbers[at]).toBe(known);
          numbers.set(String(entry), numbered.numbers[at] as number);
        }
        end = numbered.end;
        if (numbered.isNew) path = to;
      }
      expect(new Set(numbers.values())).toEqual(new Set(Array.from({ length: end }, (_, i) => i)));
      if (path === null) return;
      const dictionary = openVisitorDictionary(path);
      for (const entry of [...others, ...batches.flat()])
        expect(dictionary.find(Uint32Array.from([9, ...entry]), 1)).toBe(numbers.get(String(entry)) ?? -1);
      dictionary.close();
    }),
    { numRuns: 40 },
  );
});
