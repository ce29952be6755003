import type { EventBatch } from "../../events/event-batch.ts";
import { aiCategories, type Classification, type Client, type VisitorEvent } from "../../index.ts";
import { createRandom } from "../../test/support/counts-world.ts";

/**
 * Seeded traffic to a documentation site over a year, ordered by time: pages follow Zipf's law, the last few thousand
 * visitors continue their sessions, 15% of the events are from AI agents, and 1% of the visitors are seen as both
 * kinds.
 */
export interface TrafficOptions {
  readonly events: number;
  readonly pages: number;
  readonly visitors: number;
  readonly fromMs: number;
  readonly toMs: number;
  readonly seed?: number;
  /** Whether events have hosts, and referrers of all channels. */
  readonly withHosts?: boolean;
}

export const year: Pick<TrafficOptions, "fromMs" | "toMs"> = {
  fromMs: Date.UTC(2025, 0, 1),
  toMs: Date.UTC(2026, 0, 1),
};

const sessions = 4096;
/** Coprime to every number of pages in use, so that the most-read pages are spread over all sections. */
const pageStep = 7919;
const sections = 40;
const referrerCount = 200;
/** The most common referrers if events have hosts. */
const knownReferrers = [
  "google.com",
  "chatgpt.com",
  "bing.com",
  "reddit.com",
  "perplexity.ai",
  "duckduckgo.com",
];
/** The requested hosts, each with the cumulative share of events up to and including this host. */
export const hosts = [
  ["docs.example.com", 0.6],
  ["docs.example.net", 0.9],
  ["next.example.com", 0.99],
  ["preview.example.com", 1],
] as const;

export interface Traffic {
  /** The next events as columns, with visitors as small numbers. */
  next(count: number): { batch: EventBatch; visitors: Uint32Array };
}

/** Clients below this number are AI agents; the others are browsers. */
export const agents = 28;

/** Returns the paths of a site with this many pages, in sections. */
export function pagePaths(pages: number): string[] {
  const perSection = Math.ceil(pages / sections);
  return Array.from({ length: pages }, (_, i) => {
    const section = String(Math.floor(i / perSection)).padStart(2, "0");
    return `/docs/section-${section}/page-${String(i).padStart(6, "0")}`;
  });
}

export function createTraffic(options: TrafficOptions): Traffic {
  const { events, pages, visitors, fromMs, toMs, seed = 1 } = options;
  const random = createRandom(seed);
  const pageAt = zipf(pages);
  // In numerical order, so that peers that can only sort by number return rows in the same order.
  const paths = pagePaths(pages);
  const referrers = referrersOf(options);
  const pairs = options.withHosts === true ? hosts.map(([host]) => host) : [""];
  const hostOf = (made: number) =>
    pairs.length === 1 ? 0 : hosts.findIndex(([, upTo]) => mix(made) / 2 ** 32 < upTo);
  const referrerAt = zipf(referrerCount);
  const clients = createClients();
  const both = Math.floor(visitors / 100);
  const humans = Math.floor(visitors * 0.89);
  const open = [new Uint32Array(sessions), new Uint32Array(sessions)] as const;
  const opened: [number, number] = [0, 0];
  let made = 0;

  /** Humans are the first 90%, AI agents the last 11%, so 1% are both. */
  const pickVisitor = (isAi: boolean): number => {
    const kind = isAi ? 1 : 0;
    const pool = open[kind];
    const at = opened[kind] === sessions ? random.below(sessions) : -1;
    if (at >= 0 && random.chance(0.6)) return pool[at] as number;
    const x = random.next() ** 2;
    const visitor = Math.floor(isAi ? humans + x * (visitors - humans) : x * (humans + both));
    if (at >= 0) pool[at] = visitor;
    else pool[opened[kind]++] = visitor;
    return visitor;
  };
  return {
    next(count) {
      const numbers = new Uint32Array(count);
      const batch = {
        from: "key" as const,
        length: count,
        times: new Float64Array(count),
        visitors: new Uint8Array(count * 16),
        path: new Uint32Array(count),
        referrer: new Uint32Array(count),
        client: new Uint32Array(count),
        paths,
        referrers: referrers.flatMap((referrer) => pairs.map(() => referrer)),
        hosts: referrers.flatMap(() => pairs),
        clients,
        ids: null,
      };
      const words = new Uint32Array(batch.visitors.buffer);
      for (let i = 0; i < count; i++, made++) {
        const isAi = random.chance(0.15);
        const visitor = pickVisitor(isAi);
        numbers[i] = visitor;
        batch.times[i] = fromMs + Math.floor((made / events) * (toMs - fromMs));
        for (let word = 0; word < 4; word++) words[i * 4 + word] = mix(visitor * 4 + word + seed * 7919);
        batch.path[i] = (pageAt(random.next()) * pageStep) % pages;
        const referrer = random.chance(0.6) ? 0 : referrerAt(random.next());
        batch.referrer[i] = referrer * pairs.length + hostOf(made);
        batch.client[i] = isAi ? random.below(agents) : agents + random.below(300 - agents);
      }
      return { batch, visitors: numbers };
    },
  };
}

export function referrersOf({ withHosts }: Pick<TrafficOptions, "withHosts">): string[] {
  const known = withHosts === true ? knownReferrers : [];
  const sites = Array.from({ length: referrerCount - 1 }, (_, i) => `https://site-${i}.example.com/`);
  return ["", ...known, ...sites].slice(0, referrerCount);
}

/** AI agents in seven categories, and browsers: 300 in total. */
function createClients(): Client[] {
  const common = { bot: null, rule: "bench", rulesVersion: "1", confidence: "user_agent" } as const;
  const classify = (i: number): Classification =>
    i < agents
      ? {
          ...common,
          kind: "ai",
          category: aiCategories[i % 7] ?? "search",
          name: `Agent ${i}`,
          operator: `Operator ${i % 9}`,
        }
      : { ...common, kind: "human", category: null, name: null, operator: null };
  return Array.from({ length: 300 }, (_, i) => ({
    source: i % 3 === 0 ? ("log" as const) : ("server" as const),
    userAgent: `Mozilla/5.0 (bench ${i})`,
    signals: "",
    classification: classify(i),
  }));
}

/** Maps a number from 0 to 1 to a rank by Zipf's law: the first page gets as many views as the next two together. */
function zipf(ranks: number): (at: number) => number {
  const steps = 1 << 16;
  const table = new Uint32Array(steps);
  let sum = 0;
  for (let rank = 1; rank <= ranks; rank++) sum += 1 / rank;
  let [rank, upTo] = [0, 1];
  for (let step = 0; step < steps; step++) {
    while (rank < ranks - 1 && upTo < ((step + 0.5) / steps) * sum) upTo += 1 / (++rank + 1);
    table[step] = rank;
  }
  return (at) => table[Math.floor(at * steps)] as number;
}

/** Spreads a number over 32 bits (the finalizer of MurmurHash3). */
function mix(number: number): number {
  let hash = number >>> 0;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** Returns the events of a batch one by one, for callers of the port. */
export function eventsOf(batch: EventBatch): VisitorEvent[] {
  return Array.from({ length: batch.length }, (_, i) => ({
    id: null,
    timestampMs: batch.times[i] as number,
    visitor: batch.visitors.subarray(i * 16, i * 16 + 16),
    path: batch.paths[batch.path[i] as number] as string,
    referrer: batch.referrers[batch.referrer[i] as number] as string,
    client: batch.clients[batch.client[i] as number] as Client,
  }));
}
