import { readdirSync } from "node:fs";
import type { Clock } from "../../../std/clock.ts";
import type { BuilderCalls } from "./threads/builder-thread.ts";
import type { ReaderCalls } from "./threads/reader-thread.ts";
import type { Thread } from "./threads/thread.ts";

/** Maintains every project in turn. The thread that builds lives only as long: what it took goes with it. */
export async function maintainAll(options: {
  readonly root: string;
  readonly clock: Clock;
  readonly startBuilder: () => Thread<BuilderCalls>;
  readonly reader: () => Thread<ReaderCalls>;
}): Promise<void> {
  const projects = readdirSync(options.root, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  if (projects.length === 0) return;
  const builder = options.startBuilder();
  try {
    for (const { name } of projects) {
      if (!(await builder.call("maintain", [name, options.clock.now()]))) continue;
      await options.reader().call("reload", [name]);
      await builder.call("sweep", [name]);
    }
  } finally {
    await builder.close();
  }
}
