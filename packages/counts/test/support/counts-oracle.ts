import type {
  AgentGroupRow,
  AgentGroupsQuery,
  AgentRow,
  AiCategory,
  AppendOutcome,
  BotRow,
  Classification,
  Client,
  CountQuery,
  CountRow,
  Counts,
  EventFilters,
  PageEvents,
  RangeQuery,
  SeriesPoint,
  SeriesQuery,
  StoredClient,
  VisitorEvent,
} from "../../index.ts";
import { aiCategories } from "../../index.ts";
import { expectedChannel } from "./counts-world.ts";

const hourMs = 3_600_000;

interface Stored {
  readonly event: VisitorEvent;
  readonly visitor: string;
  /** Shared by the events of all equal clients, so that a reclassification affects them all. */
  readonly client: { now: Client };
}

/**
 * The expected counts, computed from plain sets over the raw list of events, without an index or days, and with nothing
 * kept between queries. It is based on the interface's documentation, not on the store's code.
 */
export class CountsOracle {
  readonly stored: Stored[] = [];
  private readonly clients = new Map<string, { now: Client }>();
  private readonly ids = new Map<string, number>();
  private readonly erased = new Set<string>();
  private readonly deleted: PageEvents[] = [];
  private retainedFromMs = 0;
  private counted: ReadonlySet<AiCategory> = new Set(aiCategories);

  append(events: readonly VisitorEvent[], nowMs: number): AppendOutcome[] {
    return events.map((event) => {
      const visitor = hex(event.visitor);
      if (event.timestampMs < this.retainedFromMs) return "past_retention";
      if (this.erased.has(visitor)) return "erased";
      if (this.deleted.some((page) => isOf(event, page))) return "deleted";
      const seenAt = event.id === null ? undefined : this.ids.get(event.id);
      if (seenAt !== undefined && nowMs - seenAt <= 48 * hourMs) return "duplicate";
      if (event.id !== null) this.ids.set(event.id, nowMs);
      const known = this.stored.some(
        (entry) =>
          entry.visitor === visitor &&
          entry.event.path === event.path &&
          entry.event.timestampMs === event.timestampMs,
      );
      if (known) return "duplicate";
      const key = clientKey(event.client);
      const client = this.clients.get(key) ?? { now: event.client };
      this.clients.set(key, client);
      this.stored.push({ event, visitor, client });
      return "accepted";
    });
  }

  erase(visitor: Uint8Array): number {
    this.erased.add(hex(visitor));
    return this.remove((entry) => entry.visitor === hex(visitor));
  }

  deletePage({ path, fromMs, toMs }: PageEvents, nowMs: number): number {
    const times = this.stored
      .filter(({ event }) => event.path === path)
      .map(({ event }) => event.timestampMs);
    const page = { path, fromMs, toMs: Math.min(toMs, Math.max(nowMs, ...times) + 1) };
    this.deleted.push(page);
    return this.remove(({ event }) => isOf(event, page));
  }

  /** Returns all events of a range, in the order of their times. */
  events({ fromMs, toMs }: { fromMs: number; toMs: number }): unknown[] {
    return this.select({ fromMs, toMs, pathPrefix: null })
      .map((entry) => {
        const { timestampMs, path, referrer, host = "" } = entry.event;
        const { source, userAgent, classification } = entry.client.now;
        const countsAs = this.kind(entry);
        return {
          timestampMs,
          visitor: entry.visitor,
          path,
          referrer,
          host,
          source,
          userAgent,
          classification,
          countsAs,
        };
      })
      .sort((a, b) => a.timestampMs - b.timestampMs || byCodePoint(a.visitor + a.path, b.visitor + b.path));
  }

  retainFrom(firstMs: number, nowMs: number): void {
    if (firstMs > nowMs) return;
    this.retainedFromMs = Math.max(this.retainedFromMs, firstMs);
    this.remove((entry) => entry.event.timestampMs < this.retainedFromMs);
  }

  setAiCategories(categories: readonly AiCategory[]): void {
    this.counted = new Set(categories);
  }

  /** Reclassifies every client equal to `client`, in all events. */
  reclassify(client: Client | StoredClient, classification: Classification): void {
    const key = clientKey(client);
    for (const known of new Set(this.stored.map(({ client: shared }) => shared)))
      if (clientKey(known.now) === key) known.now = { ...known.now, classification };
    this.clients.clear();
    for (const { client: shared } of this.stored) this.clients.set(clientKey(shared.now), shared);
  }

  count(query: CountQuery): { totals: Counts; rows: CountRow[] } {
    const isView = this.viewsOf();
    const events = this.select(query).filter((entry) => query.measure === "visitors" || isView(entry));
    const measure = query.measure === "visitors" ? this.visitors : this.views;
    const isAiOnly = query.by === "operator" || query.by === "category";
    const counted = events.filter((entry) =>
      isAiOnly ? this.kind(entry) === "ai" : this.kind(entry) !== null,
    );
    const groups = Map.groupBy(counted, (entry) => valueIn(entry, query.by));
    const rows = [...groups].map(([value, group]) => ({ value, ...measure.call(this, group) }));
    rows.sort((a, b) => b.total - a.total || byCodePoint(a.value, b.value));
    return { totals: measure.call(this, counted), rows };
  }

  countAgentGroups({ by, ...query }: AgentGroupsQuery): {
    totals: { visitors: number; views: number };
    rows: AgentGroupRow[];
  } {
    const agents = this.countAgents(query);
    const people = this.count({ ...query, by, measure: "visitors" });
    const rows = people.rows.map(({ value, ai }) => ({
      value,
      visitors: ai,
      // Each view belongs to one agent, so views can be added up, unlike visitors.
      views: agents.rows
        .filter((row) => (row[by] ?? "") === value)
        .reduce((sum, { views }) => sum + views, 0),
    }));
    return { totals: agents.totals, rows };
  }

  countAgents(query: RangeQuery): { totals: { visitors: number; views: number }; rows: AgentRow[] } {
    const isView = this.viewsOf();
    const events = this.select(query).filter((entry) => this.kind(entry) === "ai");
    const measure = (group: Stored[]) => ({
      visitors: new Set(group.map(({ visitor }) => visitor)).size,
      views: group.filter(isView).length,
    });
    const groups = Map.groupBy(events, ({ client }) => {
      const { name, operator, category } = client.now.classification;
      return JSON.stringify([name ?? "", operator, category]);
    });
    const rows = [...groups].map(([key, group]) => {
      const [agent, operator, category] = JSON.parse(key) as [string, string | null, AiCategory];
      return { agent, operator, category, ...measure(group) };
    });
    rows.sort(
      (a, b) =>
        b.visitors - a.visitors ||
        byCodePoint(a.agent, b.agent) ||
        byCodePoint(a.operator ?? "", b.operator ?? "") ||
        byCodePoint(a.category, b.category),
    );
    return { totals: measure(events), rows };
  }

  countBots(query: RangeQuery): { totals: { events: number }; rows: BotRow[] } {
    const events = this.select(query).filter((entry) => this.kind(entry) === null);
    const groups = Map.groupBy(events, ({ client }) => {
      const { kind, bot, category, name, confidence } = client.now.classification;
      const reason =
        confidence === "spoof_suspected" ? confidence : kind === "bot" ? "bot" : "category_not_counted";
      return JSON.stringify({ kind: bot ?? category ?? kind, name: name ?? "", reason });
    });
    const rows = [...groups].map(([key, group]) => ({
      ...(JSON.parse(key) as Omit<BotRow, "events">),
      events: group.length,
    }));
    rows.sort(
      (a, b) =>
        b.events - a.events ||
        byCodePoint(a.name, b.name) ||
        byCodePoint(a.kind, b.kind) ||
        byCodePoint(a.reason, b.reason),
    );
    return { totals: { events: events.length }, rows };
  }

  /** Returns the points that are not empty, by the names of their intervals. */
  series(query: SeriesQuery): Map<string, Counts> {
    const events = this.select(query).filter((entry) => this.kind(entry) !== null);
    const groups = Map.groupBy(events, ({ event }) => intervalName(query, event.timestampMs));
    return new Map([...groups].map(([name, group]) => [name, this.visitors(group)]));
  }

  /** Returns the times of the first and last counted events in a selection. */
  extent(query: RangeQuery): { firstMs: number; lastMs: number } | null {
    const times = this.select(query)
      .filter((entry) => this.kind(entry) !== null)
      .map(({ event }) => event.timestampMs);
    return times.length === 0 ? null : { firstMs: Math.min(...times), lastMs: Math.max(...times) };
  }

  private remove(condition: (entry: Stored) => boolean): number {
    const before = this.stored.length;
    const kept = this.stored.filter((entry) => !condition(entry));
    this.stored.splice(0, before, ...kept);
    return before - kept.length;
  }

  private select({ fromMs, toMs, pathPrefix, filters = {} }: RangeQuery): Stored[] {
    return this.stored.filter((entry) => {
      const { timestampMs, path } = entry.event;
      if (timestampMs < fromMs || timestampMs >= toMs || !this.isSelected(entry, filters)) return false;
      return pathPrefix === null || pathPrefix === "/" || `${path}/`.startsWith(`${pathPrefix}/`);
    });
  }

  /** R75: every given filter must contain the event's value. */
  private isSelected(entry: Stored, filters: EventFilters): boolean {
    const { path, referrer, host = "" } = entry.event;
    const { kind, name, operator, category } = entry.client.now.classification;
    const isChatGpt = referrer === "chatgpt.com" || referrer === "chat.openai.com";
    const agent = (value: string | null) => (kind === "human" ? [] : [value ?? ""]);
    const site = isChatGpt ? "ChatGPT" : referrer === "google.com" ? "google" : referrer;
    const values: Record<keyof EventFilters, readonly (string | null)[]> = {
      page: [path],
      kind: [this.kind(entry)],
      agent: agent(name),
      operator: agent(operator),
      category: [category],
      referrer: [referrer, site],
      channel: [expectedChannel(referrer)],
      host: [host],
    };
    return (Object.keys(values) as (keyof EventFilters)[]).every((filter) => {
      const wanted: readonly string[] | undefined = filters[filter];
      return wanted === undefined || values[filter].some((value) => value !== null && wanted.includes(value));
    });
  }

  private kind({ client }: Stored): "human" | "ai" | null {
    const { kind, category, confidence } = client.now.classification;
    if (kind === "bot" || confidence === "spoof_suspected") return null;
    if (kind === "human") return "human";
    return category !== null && this.counted.has(category) ? "ai" : null;
  }

  /**
   * Identifies views (R40): an event isn't a view if a better source (browser, then server, then log) reported the same
   * visitor and page within ten seconds.
   */
  private viewsOf(): (entry: Stored) => boolean {
    const keyOf = ({ visitor, event }: Stored) => visitor + event.path;
    const byKey = Map.groupBy(this.stored, keyOf);
    const better = { browser: [], server: ["browser"], log: ["browser", "server"] };
    return (entry) =>
      !byKey
        .get(keyOf(entry))
        ?.some(
          ({ event, client }) =>
            (better[entry.client.now.source] as string[]).includes(client.now.source) &&
            Math.abs(event.timestampMs - entry.event.timestampMs) <= 10_000,
        );
  }

  private visitors(group: readonly Stored[]): Counts {
    const of = (kind: string) =>
      new Set(group.filter((entry) => this.kind(entry) === kind).map(({ visitor }) => visitor));
    const [human, ai] = [of("human"), of("ai")];
    return { human: human.size, ai: ai.size, total: human.union(ai).size };
  }

  private views(group: readonly Stored[]): Counts {
    const human = group.filter((entry) => this.kind(entry) === "human").length;
    return { human, ai: group.length - human, total: group.length };
  }
}

function valueIn({ event, client }: Stored, by: CountQuery["by"]): string {
  if (by === "path") return event.path;
  if (by === "referrer") return event.referrer;
  return client.now.classification[by] ?? "";
}

/** Returns the interval's local date and time in that zone, with the offset to distinguish repeated hours. */
export function intervalName({ interval, timeZone }: SeriesQuery, ms: number): string {
  const at = Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(timeZone);
  const date = at.toPlainDate();
  if (interval === "hour") return `${date.toString()}T${at.hour}${at.offset}`;
  if (interval === "day") return date.toString();
  if (interval === "week") return date.subtract({ days: date.dayOfWeek - 1 }).toString();
  return date.toPlainYearMonth().toString();
}

/** Checks that the points cover the range without gaps and have the oracle's counts. */
export function checkSeries(
  points: readonly SeriesPoint[],
  expected: Map<string, Counts>,
  query: SeriesQuery,
  range: { fromMs: number; toMs: number },
): string | null {
  const seen = new Set<string>();
  for (const [i, { startMs, ...counts }] of points.entries()) {
    const name = intervalName(query, startMs);
    if (i === 0 && startMs > range.fromMs) return `the first point begins late, at ${name}`;
    if (i === 1 && startMs <= range.fromMs) return `the first point is before the range`;
    if (startMs >= range.toMs) return `a point begins after the range, at ${name}`;
    if (i > 0 && startMs <= (points[i - 1]?.startMs ?? 0)) return `points are not in order at ${name}`;
    if (seen.has(name)) return `two points for ${name}`;
    if (intervalName(query, startMs - 1) === name) return `a point within ${name}`;
    const endMs = points[i + 1]?.startMs ?? range.toMs;
    if (intervalName(query, endMs - 1) !== name) return `no point between ${name} and ${endMs}`;
    seen.add(name);
    const wanted = expected.get(name) ?? { human: 0, ai: 0, total: 0 };
    if (JSON.stringify(counts) !== JSON.stringify(wanted))
      return `${name}: ${JSON.stringify(counts)} instead of ${JSON.stringify(wanted)}`;
  }
  const missing = [...expected.keys()].find((name) => !seen.has(name));
  return missing === undefined ? null : `no point for ${missing}`;
}

const isOf = (event: VisitorEvent, { path, fromMs, toMs }: PageEvents): boolean =>
  event.path === path && event.timestampMs >= fromMs && event.timestampMs < toMs;

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString("hex");

const byCodePoint = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));

function clientKey({ source, userAgent, signals, classification }: Client): string {
  const { kind, category, bot, name, operator, rule, rulesVersion, confidence } = classification;
  return [
    source,
    userAgent,
    signals,
    kind,
    category,
    bot,
    name,
    operator,
    rule,
    rulesVersion,
    confidence,
  ].join("\n");
}
