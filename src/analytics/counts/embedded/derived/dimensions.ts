import { ai, type ClientFacts } from "../events/client-facts.ts";
import type { DayEvents } from "../events/day-events.ts";
import type { Names } from "../events/names.ts";

/**
 * What visitors are counted by. A union of pages is not the sum of their visitors, so all that is asked for as one
 * (the site, a folder, an operator) is a value of its own.
 */
export const dimensions = ["site", "path", "folder", "referrer", "agent", "operator", "category"] as const;
export type Dimension = (typeof dimensions)[number];

/** The only value of the dimension `site`. */
export const siteValue = 1;

/** How events of one state of the names count: under which values, and as what. */
export interface Counting {
  /** By client: `human`, `ai` or 0, as far as the dimension knows the two apart. */
  bitsOf(dimension: Dimension): Uint8Array;
  /** Calls `add` for each value of an event. */
  forEachValue(dimension: Dimension, events: DayEvents, index: number, add: (value: number) => void): void;
  /** Folders: paths below which there are others, and the root. */
  isFolder(path: number): boolean;
  /** The bits of clients that count as neither: by client, 1. */
  readonly isBot: Uint8Array;
}

export function createCounting(names: Pick<Names, "paths" | "parents">, facts: ClientFacts): Counting {
  const folders = findFolders(names);
  const onlyAi = facts.bits.map((bit) => bit & ai);
  return {
    bitsOf: (dimension) =>
      dimension === "agent" || dimension === "operator" || dimension === "category" ? onlyAi : facts.bits,
    forEachValue(dimension, events, index, add) {
      switch (dimension) {
        case "site":
          return add(siteValue);
        case "path":
          return add(events.path[index] as number);
        case "referrer":
          return add(events.referrer[index] as number);
        case "folder": {
          const path = events.path[index] as number;
          let folder = folders[path] === 1 ? path : (names.parents[path] as number);
          // The root is the site.
          while (names.parents[folder]) {
            add(folder);
            folder = names.parents[folder] as number;
          }
          return;
        }
        default:
          return add(facts[dimension].of[events.client[index] as number] as number);
      }
    },
    isFolder: (path) => folders[path] === 1,
    isBot: facts.bot.of.map((value) => (value === 0 ? 0 : 1)) as unknown as Uint8Array,
  };
}

/** By path: 1 for those that have others below them. */
export function findFolders({ parents }: Pick<Names, "parents">): Uint8Array {
  const folders = new Uint8Array(parents.length);
  for (const parent of parents) if (parent > 0) folders[parent] = 1;
  return folders;
}
