/**
 * A process for a test to kill. It appends fifteen reproducible batches of the seeded world `<seed>` and prints the number of
 * each one after it is acknowledged. `node clickhouse-dying-writer.ts <folder> <url> <seed> <first batch>`.
 */

import { createManualClock } from "../../../../test/support/clock.ts";
import { openClickhouseCounts } from "../../index.ts";
import { dyingBatch } from "./counts-world.ts";

const [folder = "", url = "", seed = "0", first = "0"] = process.argv.slice(2);
const counts = openClickhouseCounts({ folder, url, clock: createManualClock(Date.UTC(2026, 0, 15)) });
process.stdout.write("ready\n");
// The oracle's time grows with the square of the events.
for (let number = Number(first); number < Number(first) + 15; number++) {
  await counts.append("prj_dying", dyingBatch(Number(seed), number));
  process.stdout.write(`${number}\n`);
}
setInterval(() => {}, 1000);
