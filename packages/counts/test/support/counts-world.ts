import type {
  AiCategory,
  Channel,
  Classification,
  Client,
  CountDimension,
  CountQuery,
  EventFilters,
  RangeQuery,
  SeriesQuery,
  VisitorEvent,
} from "../../index.ts";

const dayMs = 86_400_000;

/** A seeded generator (mulberry32): the same seed gives the same world on every machine. */
export interface Random {
  next(): number;
  /** Returns a whole number below `end`. */
  below(end: number): number;
  chance(probability: number): boolean;
  pick<Item>(items: readonly Item[]): Item;
}

export function createRandom(seed: number): Random {
  let state = seed | 0;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (end: number) => Math.floor(next() * end);
  return {
    next,
    below,
    chance: (probability) => next() < probability,
    pick: (items) => items[below(items.length)]!,
  };
}

const classification = (overrides: Partial<Classification>): Classification => ({
  kind: "human",
  category: null,
  bot: null,
  name: null,
  operator: null,
  rule: "test",
  rulesVersion: "1",
  confidence: "user_agent",
  ...overrides,
});

const agent = (name: string, category: AiCategory, operator: string | null): Classification =>
  classification({ kind: "ai", category, name, operator });

export const classifications = {
  human: classification({}),
  reader: agent("Reader", "assistant", "Acme"),
  crawler: agent("Crawler", "training", "Acme"),
  coder: agent("Coder", "coding_agent", "Example"),
  noOperator: agent("Nameless", "markdown_client", null),
  spoof: { ...agent("Reader", "assistant", "Acme"), confidence: "spoof_suspected" },
  engine: classification({ kind: "bot", bot: "search_engine", name: "Findbot" }),
  monitor: classification({ kind: "bot", bot: "monitor", name: null }),
} satisfies Record<string, Classification>;

export const client = (
  source: Client["source"],
  kind: keyof typeof classifications,
  userAgent = `${kind}/1.0`,
): Client => ({ source, userAgent, signals: "", classification: classifications[kind] });

export const visitor = (number: number): Uint8Array => {
  const bytes = new Uint8Array(16);
  new DataView(bytes.buffer).setUint32(12, number);
  return bytes;
};

export const event = (overrides: Partial<VisitorEvent>): VisitorEvent => ({
  id: null,
  timestampMs: Date.UTC(2024, 1, 28, 12),
  visitor: visitor(1),
  path: "/",
  referrer: "",
  client: client("server", "human"),
  ...overrides,
});

/** Pages whose code point order differs from JavaScript's, folders that are pages, and names with equal prefixes. */
const paths = [
  ...["/", "/guide", "/guide/start", "/guide/start/fast", "/guide-2", "/api", "/api/v1/get", "/api/v2/get"],
  ...["/\u{ff5e}", "/\u{1f600}", "/文書/設定", "/a/b/c/d/e/f/g/h/i/j/k/l/m/n/o/p/q/r/s"],
];
/** The channels of these referrers are tested in `channels.test.ts`. */
const channelOfReferrer: Readonly<Record<string, Channel>> = {
  "": "direct",
  "https://example.com/": "other",
  "https://example.org/a": "other",
  "chatgpt.com": "ai_assistant",
  "chat.openai.com": "ai_assistant",
  "perplexity.ai": "ai_assistant",
  "google.com": "search",
  "old.reddit.com": "social",
};
const referrers = ["", "", "", ...Object.keys(channelOfReferrer)];
const hosts = ["", "", "docs.example.com", "docs.example.com", "preview.example.com", "docs.example.net"];
const clients = [
  ...[
    client("browser", "human"),
    client("browser", "human"),
    client("log", "human"),
    client("server", "human"),
  ],
  ...[
    client("server", "reader"),
    client("log", "crawler"),
    client("log", "coder"),
    client("server", "noOperator"),
  ],
  ...[client("browser", "reader", "odd/1"), client("log", "spoof"), client("log", "engine")],
  client("server", "monitor"),
];

/** A random world, small enough that ties, partial days and equal instants are common. */
export interface World {
  readonly random: Random;
  readonly firstDay: number;
  readonly days: number;
  readonly visitors: number;
  /** Times of some events, so that ranges can begin or end exactly at or just after an event. */
  readonly instants: number[];
}

/** Half of the worlds are around `nowMs`, with both finished and future days. */
export function createWorld(seed: number, nowMs: number): World {
  const random = createRandom(seed);
  // The starts are around a leap day, the end of a year, and the ends of months of all lengths.
  const starts = [
    Date.UTC(2024, 1, 20),
    Date.UTC(2025, 11, 24),
    Date.UTC(2026, 2, 20),
    Date.UTC(2023, 1, 10),
  ];
  const days = random.pick([2, 12, 40, 75]);
  const today = Math.floor(nowMs / dayMs);
  return {
    random,
    firstDay: random.chance(0.5) ? random.pick(starts) / dayMs : today - random.below(days),
    days,
    visitors: random.pick([1, 3, 10, 40]),
    instants: [],
  };
}

/** Returns one of a few instants within a day, some of which are next to midnight. */
function instant(random: Random): number {
  if (random.chance(0.3)) return random.pick([0, 1, 4000, 9999, 10_000, dayMs - 10_000, dayMs - 1]);
  return random.below(48) * 1_800_000 + random.pick([0, 0, 3000, 10_001]);
}

export function randomEvents(
  world: World,
  count: number,
  days?: { from: number; to: number },
): VisitorEvent[] {
  const { random, firstDay } = world;
  const { from, to } = days ?? { from: 0, to: world.days };
  return Array.from({ length: count }, () => {
    const timestampMs = (firstDay + from + random.below(to - from)) * dayMs + instant(random);
    world.instants[random.below(500)] = timestampMs;
    return {
      id: random.chance(0.2) ? `id-${random.below(200)}` : null,
      timestampMs,
      visitor: visitor(random.below(world.visitors)),
      path: random.pick(paths),
      referrer: random.pick(referrers),
      host: random.pick(hosts),
      client: random.pick(clients),
    };
  });
}

export function randomRange(world: World): RangeQuery {
  const { random, firstDay, days, instants } = world;
  const isWhole = random.chance(0.4);
  const bound = () => {
    const day = (firstDay - 1 + random.below(days + 3)) * dayMs;
    if (isWhole || random.chance(0.4)) return day;
    const seen = random.chance(0.5) ? random.pick(instants) : undefined;
    if (seen !== undefined) return seen + random.below(2);
    if (random.chance(0.5)) return day + instant(random);
    // Midnight in Kathmandu or New York.
    return day + random.pick([-20_700_000, 18_000_000]);
  };
  const [a, b] = [bound(), bound()];
  return {
    fromMs: random.chance(0.15) ? -Infinity : random.chance(0.05) ? b : Math.min(a, b),
    toMs: random.chance(0.2) ? Infinity : Math.max(a, b),
    pathPrefix: random.chance(0.6)
      ? null
      : random.pick([...paths, "/api/v1", "/nothing", "/a/b/c", "/a/b/c/d/e/f/g/h/i/j/k/l/m/n/o/p/q"]),
    ...(random.chance(0.5) ? {} : { filters: randomFilters(world) }),
  };
}

/** One of the pages that events may have, or a page without events. */
export const randomPath = ({ random }: World): string => random.pick([...paths, "/nothing"]);

/** The values of each filter, including some that no event has. */
const filterValues = {
  page: [...paths, "/nothing"],
  kind: ["human", "ai"],
  agent: ["Reader", "Crawler", "Coder", "Nameless", "Findbot", "", "Nobody"],
  operator: ["Acme", "Example", "", "Nobody"],
  category: ["assistant", "training", "coding_agent", "markdown_client", "mcp"],
  referrer: [...new Set(referrers), "ChatGPT", "google", "nowhere.example"],
  channel: ["search", "social", "ai_assistant", "direct", "other"],
  host: [...new Set(hosts), "nowhere.example"],
} as const satisfies Record<keyof EventFilters, readonly string[]>;

/** Uses each filter in a third of the cases, most often with one value. */
export function randomFilters({ random }: World): EventFilters {
  return Object.fromEntries(
    Object.entries(filterValues).flatMap(([name, values]) => {
      if (!random.chance(0.3)) return [];
      const count = random.pick([1, 1, 1, 2, 3]);
      return [[name, Array.from({ length: count }, () => random.pick<string>(values))]];
    }),
  );
}

/** The channel of a referrer of a random event. */
export const expectedChannel = (referrer: string): Channel => channelOfReferrer[referrer] ?? "other";

export function randomCountQuery(world: World): CountQuery {
  const { random } = world;
  const by: CountDimension = random.chance(0.6) ? "path" : random.pick(["referrer", "operator", "category"]);
  return { ...randomRange(world), by, measure: random.chance(0.7) ? "visitors" : "views" };
}

export function randomSeriesQuery(world: World): SeriesQuery {
  const { random } = world;
  const interval = random.pick(["hour", "day", "day", "week", "month"] as const);
  const range = randomRange(world);
  // Thousands of hours would test no more than a hundred.
  const isLong = interval === "hour" && range.toMs - range.fromMs > 4 * dayMs && random.chance(0.95);
  return {
    ...range,
    ...(isLong ? { fromMs: Math.max(range.fromMs, world.firstDay * dayMs) } : {}),
    ...(isLong ? { toMs: Math.max(range.fromMs, world.firstDay * dayMs) + 4 * dayMs } : {}),
    interval,
    timeZone: random.pick(["UTC", "UTC", "Asia/Kathmandu", "America/New_York", "Australia/Lord_Howe"]),
  };
}

/** Returns the n-th batch of a killed writer, with IDs and repeated events. All days before 2026-01-15 are over. */
export function dyingBatch(seed: number, number: number): VisitorEvent[] {
  const world: World = {
    random: createRandom(seed * 100_003 + number),
    firstDay: Date.UTC(2025, 11, 24) / dayMs,
    days: 26,
    visitors: 40,
    instants: [],
  };
  return randomEvents(world, 40);
}
