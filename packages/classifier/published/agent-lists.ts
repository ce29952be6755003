import { ClassifierError } from "../errors.ts";
import {
  listNames,
  type Published,
  type PublishedName,
  parsePublished,
  readPublished,
  writePublished,
} from "./published.ts";

/** Lists and updates the address lists and keys that verify agents. */
export interface AgentLists {
  list(): readonly AgentList[];
  /** Fetches every list from its operator's URL. If one list can't be fetched, the others are still updated. */
  refresh(signal: AbortSignal): Promise<readonly RefreshOutcome[]>;
  /** Reads a list from text in its operator's format. Throws `not_found`, or `invalid_request` with the problem. */
  take(name: string, text: string): AgentList;
}

export interface AgentList {
  readonly name: string;
  readonly kind: PublishedName["kind"];
  readonly url: string;
  /** The day on which the list was valid; null if there is no list yet. */
  readonly date: string | null;
  /** The number of ranges or keys. */
  readonly entries: number;
}

export interface RefreshOutcome {
  readonly name: string;
  /** Null if the list was read. */
  readonly problem: string | null;
}

export interface AgentListsOptions {
  /** The folder with the lists that are newer than the shipped ones. */
  readonly folder: string;
  /** `now` returns milliseconds since 1970. */
  readonly clock: { now(): number };
  /** Fetches an https URL that the guard checked; rejects with a human-readable message. */
  readonly fetchText: (url: string, signal: AbortSignal) => Promise<string>;
  /** Called with all published lists and keys, at the start and after each change. */
  readonly onChange: (published: Published) => void;
  /** Called for each file in the folder that could not be read. */
  readonly onProblem: (problem: string) => void;
}

export function openAgentLists({
  folder,
  clock,
  fetchText,
  onChange,
  onProblem,
}: AgentListsOptions): AgentLists {
  let published: Published;
  const load = (): void => {
    const read = readPublished(folder);
    for (const problem of read.problems) onProblem(problem);
    published = read.published;
    onChange(published);
  };
  load();
  const describe = ({ name, kind, url }: PublishedName): AgentList => {
    const list = kind === "addresses" ? published.ipLists[name] : undefined;
    const keys = kind === "keys" ? published.keys[name] : undefined;
    const entries = list?.ranges.length ?? keys?.keys.length ?? 0;
    return { name, kind, url, date: list?.date ?? keys?.date ?? null, entries };
  };
  const keep = (list: PublishedName, text: string): void => {
    const readOn = new Date(clock.now()).toISOString().slice(0, 10);
    writePublished(folder, list.name, parsePublished(list, text, readOn));
  };
  return {
    list: () => listNames().map(describe),
    async refresh(signal) {
      const outcomes: RefreshOutcome[] = [];
      for (const list of listNames()) {
        try {
          keep(list, await fetchText(list.url, signal));
          outcomes.push({ name: list.name, problem: null });
        } catch (error) {
          signal.throwIfAborted();
          outcomes.push({ name: list.name, problem: error instanceof Error ? error.message : String(error) });
        }
      }
      load();
      return outcomes;
    },
    take(name, text) {
      const list = listNames().find((known) => known.name === name);
      if (list === undefined) throw new ClassifierError("not_found", `Unknown list: ${name}.`);
      try {
        keep(list, text);
      } catch (cause) {
        const why = cause instanceof Error ? cause.message : String(cause);
        throw new ClassifierError("invalid_request", `This is not a valid list for ${name}. ${why}`, {
          cause,
        });
      }
      load();
      return describe(list);
    },
  };
}
