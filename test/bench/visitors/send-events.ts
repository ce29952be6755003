/**
 * node send-events.ts <server as JSON> <events a second> <share of new pages>: sends events of now until its input ends,
 * then prints how many were taken. So many of them, 0 to 1, are the first of a page.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { createRandom } from "../../support/counts-world.ts";
import type { ExportServer } from "./export-server.ts";
import { pagePaths } from "./traffic.ts";

export interface SentEvents {
  readonly accepted: number;
  readonly seconds: number;
}

const batchesPerSecond = 10;
const [server = "", rate = "", newShare = ""] = process.argv.slice(2);
const { url, projectId, key } = JSON.parse(server) as ExportServer;
const random = createRandom(3);
// Those of `export.bench.ts`.
const paths = pagePaths(2000);
const batchEvents = Number(rate) / batchesPerSecond;
let pagesMade = 0;
let isOver = false;
process.stdin.resume();
process.stdin.once("end", () => {
  isOver = true;
});

/** Of a folder that has pages already, somewhere between them. */
const newPage = (): string => `${random.pick(paths)}-${random.below(1_000_000)}-${++pagesMade}`;

function batch(): string {
  const timestamp = new Date().toISOString();
  const events = Array.from({ length: batchEvents }, () => ({
    path: random.chance(Number(newShare)) ? newPage() : paths[random.below(paths.length)],
    timestamp,
    visitorId: `visitor-${random.below(1_000_000)}`,
    userAgent: `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/${100 + random.below(40)}.0.0.0 Safari/537.36`,
  }));
  return JSON.stringify(events);
}

const startedAt = performance.now();
let accepted = 0;
for (let sent = 0; !isOver; sent++) {
  const waitMs = startedAt + (sent * 1000) / batchesPerSecond - performance.now();
  if (waitMs > 0) await sleep(waitMs);
  const response = await fetch(`${url}/v1/analytics/${projectId}/events`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: batch(),
  });
  accepted += ((await response.json()) as { accepted: number }).accepted;
}
const seconds = (performance.now() - startedAt) / 1000;
process.stdout.write(JSON.stringify({ accepted, seconds } satisfies SentEvents));
