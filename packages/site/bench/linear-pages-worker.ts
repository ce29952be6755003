import { parentPort, workerData } from "node:worker_threads";
import { startCpuClock } from "../../../test/support/cpu-time.ts";
import { createPageCache, createParserProcess, openSite } from "../index.ts";
import type { Fragment } from "../test/support/hostile-fragments.ts";
import { type Reader, readers } from "../test/support/hostile-readers.ts";
import { findSuperlinear, shapesOf } from "../test/support/page-works.ts";
import { sourceFrom } from "../test/support/site.ts";

/** The result of one thread of the benchmark `linear-pages`. */
export interface Measured {
  readonly cases: number;
  readonly measured: number;
  /** Cases in which the longer file has a problem, such as too many elements. */
  readonly unread: number;
  readonly superlinear: readonly string[];
}

const { part, of, only } = workerData as { part: number; of: number; only: string };
const floorMs = 60;

/** Each fragment, both alone and combined with other fragments. */
function withPairs({ fragments, steps }: Reader): Fragment[] {
  const both = fragments.flatMap((one, index) =>
    steps.flatMap((step) => {
      const other = fragments[(index + step) % fragments.length];
      return other === undefined ? [] : [{ open: one.open + other.open, close: other.close + one.close }];
    }),
  );
  return [...fragments, ...both];
}

const cases = readers
  .filter(({ name }) => name.includes(only))
  .flatMap((reader) =>
    withPairs(reader).flatMap(({ open, close }) =>
      Object.entries(shapesOf(open, close)).map(([shape, text]) => ({
        name: `${reader.name}: ${JSON.stringify(open)} ${shape}`,
        chars: reader.chars,
        site: (chars: number) => reader.site(text(chars)),
      })),
    ),
  )
  .filter((_, index) => index % of === part);

const parser = createParserProcess();
const superlinear: string[] = [];
let [measured, unread] = [0, 0];
for (const { name, site, chars } of cases) {
  const found = await findSuperlinear({ site, chars, floorMs, parser, startClock: startCpuClock });
  superlinear.push(...found.map((work) => `${name}: ${work}`));
  const { files, page } = site(chars * 4);
  const opened = await openSite(sourceFrom(files), { cache: createPageCache(), parser });
  if (opened.configProblems.length > 0 || opened.document(page)?.problem?.kind === "too-complex") unread++;
  measured++;
  if (measured % 100 === 0) process.stderr.write(`thread ${part}: ${measured} of ${cases.length}\n`);
}
await parser.close();
parentPort?.postMessage({ cases: cases.length, measured, unread, superlinear } satisfies Measured);
