/** node store-traffic.ts <folder> <traffic as JSON> [csv]: stores traffic, derives nothing, and prints JSON. */
import type { TrafficOptions } from "./traffic.ts";
import { writeEvents } from "./write-events.ts";

export interface StoredTraffic {
  readonly seconds: number;
}

const [folder = "", traffic = "", csv] = process.argv.slice(2);
const stored: StoredTraffic = writeEvents(folder, JSON.parse(traffic) as TrafficOptions, csv ?? null);
process.stdout.write(JSON.stringify(stored));
