import { closeSync, openSync, writeSync } from "node:fs";
import type { EventBatch } from "../../events/event-batch.ts";
import { createEventWriter } from "../../events/event-writer.ts";
import { agents, createTraffic, hosts, type TrafficOptions } from "./traffic.ts";

const dayMs = 86_400_000;
const batchEvents = 10_000;
/**
 * The number of batches per commit. As in an import, a commit has several batches, so that the benchmark measures more
 * than waiting for the disk.
 */
const batchesAtOnce = 10;

/** Stores seeded traffic as the project `bench` in `root`, and writes it to `csv` for the peers. */
export function writeEvents(root: string, options: TrafficOptions, csv: string | null): { seconds: number } {
  const traffic = createTraffic(options);
  const writer = createEventWriter({ root, onCommit: () => undefined });
  const file = csv === null ? null : openSync(csv, "w");
  let tookMs = 0;
  let group: EventBatch[] = [];
  for (let done = 0; done < options.events; done += batchEvents) {
    const { batch, visitors } = traffic.next(Math.min(batchEvents, options.events - done));
    if (file !== null) {
      const lines: string[] = [];
      for (let i = 0; i < batch.length; i++) {
        const ms = batch.times[i] as number;
        const day = Math.floor((ms - options.fromMs) / dayMs);
        const kind = (batch.client[i] as number) < agents ? 1 : 0;
        const line = `${ms},${day},${batch.path[i]},${visitors[i]},${kind}`;
        const pair = batch.referrer[i] as number;
        lines.push(
          options.withHosts === true
            ? `${line},${batch.client[i]},${Math.floor(pair / hosts.length)},${pair % hosts.length}`
            : line,
        );
      }
      writeSync(file, `${lines.join("\n")}\n`);
    }
    group.push(batch);
    if (group.length < batchesAtOnce && done + batchEvents < options.events) continue;
    const at = performance.now();
    writer.write("bench", options.toMs, (events) => events.append(group, options.toMs));
    tookMs += performance.now() - at;
    group = [];
  }
  writer.close();
  if (file !== null) closeSync(file);
  return { seconds: tookMs / 1000 };
}
