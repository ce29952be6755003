import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { numberVisitors, openVisitorDictionary } from "./visitor-dictionary.ts";

const folder = mkdtempSync(join(tmpdir(), "docwright-visitors-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Words that differ late, early, and in the sign that they would have as 32-bit numbers. */
const word = fc.constantFrom(0, 1, 2, 0x7fffffff, 0x80000000, 0xffffffff);
const visitor = fc.tuple(word, fc.nat(3), fc.constantFrom(0, 0xffffffff), fc.nat(40));

test("visitors keep their numbers over any number of merges, and others have none", () => {
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
        for (const [at, one] of visitors.entries()) {
          const known = numbers.get(String(one));
          if (known === undefined) expect(numbered.numbers[at]).toBeGreaterThanOrEqual(end);
          else expect(numbered.numbers[at]).toBe(known);
          numbers.set(String(one), numbered.numbers[at] as number);
        }
        end = numbered.end;
        if (numbered.isNew) path = to;
      }
      expect(new Set(numbers.values())).toEqual(new Set(Array.from({ length: end }, (_, i) => i)));
      if (path === null) return;
      const dictionary = openVisitorDictionary(path);
      for (const one of [...others, ...batches.flat()])
        expect(dictionary.find(Uint32Array.from([9, ...one]), 1)).toBe(numbers.get(String(one)) ?? -1);
      dictionary.close();
    }),
    { numRuns: 40 },
  );
});
