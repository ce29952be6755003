import { ai, human } from "../events/client-facts.ts";
import type { DayEvents } from "../events/day-events.ts";
import { CutRecordsBuilder } from "./cut-records.ts";
import type { Counting, Dimension } from "./dimensions.ts";
import type { DimensionBlocks } from "./index-part.ts";
import { createPair, type Pair, type PairStream, type PairWriter } from "./pair-file.ts";
import { lists, PrevListsBuilder } from "./prev-lists.ts";
import { sortEntries } from "./sort-entries.ts";
import { ValueSumsBuilder } from "./value-sums.ts";

const viewBit = 4;

/** The events of some days under the values of one dimension, as columns in order of time. */
interface DayEntries {
  readonly length: number;
  readonly value: Uint32Array;
  readonly visitor: Uint32Array;
  /** Milliseconds after the day's midnight. */
  readonly time: Uint32Array;
  /** Which of the days. */
  readonly day: Uint8Array;
  /** `human` or `ai`, and `viewBit` for a view of its own. */
  readonly bits: Uint8Array;
}

/**
 * Builds one dimension's blocks for consecutive days (31 at most), going on where the pairs end, and writes the pairs
 * as they are after these days. Entries and pairs are both in order of value and visitor, so it is one merge.
 */
export function indexDays(
  dimension: Dimension,
  days: readonly DayEvents[],
  { counting, before, after }: { counting: Counting; before: PairStream; after: PairWriter },
): DimensionBlocks {
  const entries = collectEntries(dimension, days, counting);
  const order = sortEntries(entries);
  const builders = days.map(({ day }) => ({
    day,
    lists: new PrevListsBuilder(),
    cuts: new CutRecordsBuilder(),
    views: new ValueSumsBuilder(),
  }));
  const views = new Uint32Array(days.length * 2);
  let touched = 0;
  const endValue = (value: number) => {
    for (let day = 0; day < days.length; day++) {
      if (((touched >>> day) & 1) === 0) continue;
      const [humans, machines] = [views[day * 2] as number, views[day * 2 + 1] as number];
      builders[day]?.lists.endValue(value);
      if (humans + machines > 0) builders[day]?.views.add(value, humans, machines);
    }
    views.fill(0);
    touched = 0;
  };

  const state = createPair();
  for (let at = 0; at < order.length; ) {
    const value = entries.value[order[at] as number] as number;
    const visitor = entries.visitor[order[at] as number] as number;
    takePair(before, after, { value, visitor }, state);
    while (at < order.length) {
      const i = order[at] as number;
      if (entries.value[i] !== value || entries.visitor[i] !== visitor) break;
      const day = entries.day[i] as number;
      at = addEntry(entries, order, at, { state, builder: builders[day] as DayBuilder, views });
      touched |= 1 << day;
    }
    after.add(state);
    if (at === order.length || entries.value[order[at] as number] !== value) endValue(value);
  }
  for (; before.pair !== null; before.next()) after.add(before.pair);
  return {
    lists: builders.map((one) => one.lists.encode()),
    cuts: builders.map((one) => one.cuts.encode()),
    views: builders.map((one) => one.views.encode()),
  };
}

interface DayBuilder {
  readonly day: number;
  readonly lists: PrevListsBuilder;
  readonly cuts: CutRecordsBuilder;
}

/** Takes the pair of a value and visitor, or makes one that says never; writes those that come before it. */
function takePair(
  before: PairStream,
  after: PairWriter,
  { value, visitor }: { value: number; visitor: number },
  state: Pair,
): void {
  for (; before.pair !== null; before.next()) {
    const order = before.pair.value - value || before.pair.visitor - visitor;
    if (order > 0) break;
    if (order === 0) {
      Object.assign(state, before.pair);
      before.next();
      return;
    }
    after.add(before.pair);
  }
  Object.assign(state, { value, visitor, humanDay: 0, aiDay: 0, humanMs: 0, aiMs: 0 });
}

/** Takes one visitor's events of one day and value, which are in order of time; answers where the next begin. */
function addEntry(
  entries: DayEntries,
  order: Uint32Array,
  from: number,
  { state, builder, views }: { state: Pair; builder: DayBuilder; views: Uint32Array },
): number {
  const first = order[from] as number;
  const [value, visitor, day] = [entries.value[first], entries.visitor[first], entries.day[first] as number];
  let [mask, firstHuman, firstAi, lastHuman, lastAi] = [0, 0, 0, 0, 0];
  let at = from;
  for (; at < order.length; at++) {
    const i = order[at] as number;
    if (entries.value[i] !== value || entries.visitor[i] !== visitor || entries.day[i] !== day) break;
    const [bits, time] = [entries.bits[i] as number, entries.time[i] as number];
    const isHuman = (bits & human) !== 0;
    if (isHuman) {
      if ((mask & human) === 0) firstHuman = time;
      lastHuman = time;
    } else {
      if ((mask & ai) === 0) firstAi = time;
      lastAi = time;
    }
    mask |= bits & 3;
    if (bits & viewBit) {
      const column = day * 2 + (isHuman ? 0 : 1);
      views[column] = (views[column] as number) + 1;
    }
  }
  emitEntry({ value: state.value, mask, firstHuman, firstAi }, state, builder);
  if (mask & human) {
    state.humanDay = builder.day + 1;
    state.humanMs = lastHuman;
  }
  if (mask & ai) {
    state.aiDay = builder.day + 1;
    state.aiMs = lastAi;
  }
  return at;
}

/** Adds one day's entry to its lists, given the last days before it. The formulas are those of `prev-lists.ts`. */
export function emitEntry(
  entry: { value: number; mask: number; firstHuman: number; firstAi: number },
  last: Readonly<Pair>,
  { lists: days, cuts }: { lists: PrevListsBuilder; cuts: CutRecordsBuilder },
): void {
  const { value, mask, firstHuman, firstAi } = entry;
  const { humanDay, aiDay, humanMs, aiMs } = last;
  const cutHuman = (list: number, firstMs: number) =>
    cuts.add(list, { value, prevDay: humanDay, prevMs: humanMs, firstMs });
  const cutAi = (list: number, firstMs: number) =>
    cuts.add(list, { value, prevDay: aiDay, prevMs: aiMs, firstMs });
  const isAiLater = aiDay > humanDay || (aiDay === humanDay && aiMs > humanMs);
  const isHumanLater = humanDay > aiDay || (humanDay === aiDay && humanMs > aiMs);

  if (mask & human) {
    days.add(lists.humans, humanDay);
    cutHuman(lists.humans, firstHuman);
  }
  if (mask & ai) {
    days.add(lists.ai, aiDay);
    cutAi(lists.ai, firstAi);
  }
  if (mask === human && isAiLater) {
    if (aiDay > humanDay) {
      days.add(lists.plus, aiDay);
      days.add(lists.minus, humanDay);
    }
    cutAi(lists.plus, firstHuman);
    cutHuman(lists.minus, firstHuman);
  } else if (mask === ai && isHumanLater) {
    if (humanDay > aiDay) {
      days.add(lists.plus, humanDay);
      days.add(lists.minus, aiDay);
    }
    cutHuman(lists.plus, firstAi);
    cutAi(lists.minus, firstAi);
  } else if (mask === (human | ai)) {
    days.add(lists.minus, Math.min(humanDay, aiDay));
    (isAiLater ? cutAi : cutHuman)(lists.plus, Math.min(firstHuman, firstAi));
    cutHuman(lists.minus, firstHuman);
    cutAi(lists.minus, firstAi);
  }
}

function collectEntries(dimension: Dimension, days: readonly DayEvents[], counting: Counting): DayEntries {
  const bitsOf = counting.bitsOf(dimension);
  const forEach = (visit: (events: DayEvents, i: number, day: number, value: number) => void) => {
    for (const [day, events] of days.entries())
      for (let i = 0; i < events.length; i++) {
        if (!bitsOf[events.client[i] as number]) continue;
        counting.forEachValue(dimension, events, i, (value) => visit(events, i, day, value));
      }
  };
  let length = 0;
  forEach(() => length++);
  const columns = {
    length,
    value: new Uint32Array(length),
    visitor: new Uint32Array(length),
    time: new Uint32Array(length),
    day: new Uint8Array(length),
    bits: new Uint8Array(length),
  };
  let at = 0;
  forEach((events, i, day, value) => {
    columns.value[at] = value;
    columns.visitor[at] = events.visitor[i] as number;
    columns.time[at] = events.time[i] as number;
    columns.day[at] = day;
    columns.bits[at++] =
      (bitsOf[events.client[i] as number] as number) | (events.isView[i] === 1 ? viewBit : 0);
  });
  return columns;
}

/** How many events of each client that counts as neither there were on a day. */
export function countBotEvents(events: DayEvents, isBot: Uint8Array): Uint8Array {
  const counts = new Map<number, number>();
  for (const client of events.client)
    if (isBot[client] === 1) counts.set(client, (counts.get(client) ?? 0) + 1);
  const sums = new ValueSumsBuilder();
  for (const [client, count] of [...counts].sort(([a], [b]) => a - b)) sums.add(client, count, 0);
  return sums.encode();
}
