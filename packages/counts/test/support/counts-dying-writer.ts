/**
 * A process that a test kills: appends batches of the seeded world `<seed>`, the n-th of which anyone can make again,
 * and says the number of each once it is acknowledged; after every third it brings what is derived up to date, so that
 * a kill meets appending, sealing or both. `node counts-dying-writer.ts <folder> <seed> <first batch>`.
 */

import { createManualClock } from "../../../../test/support/clock.ts";
import { openEmbeddedCounts } from "../../index.ts";
import { dyingBatch } from "./counts-world.ts";

const [folder = "", seed = "0", first = "0"] = process.argv.slice(2);
const clock = createManualClock(Date.UTC(2026, 0, 15));
const counts = openEmbeddedCounts({ folder, clock });
let sealing = Promise.resolve();
for (let number = Number(first); ; number++) {
  await counts.append("prj_dying", dyingBatch(Number(seed), number));
  process.stdout.write(`${number}\n`);
  if (number % 3 === 0) sealing = sealing.then(() => counts.maintain());
}
