import { dayMs, dayOf, timestampMax } from "../calendar.ts";
import { Damaged } from "../derived/block-file.ts";
import { discardManifest } from "../derived/manifest.ts";
import { createClientFacts } from "../events/client-facts.ts";
import type { CommitNotice } from "../events/commit-notice.ts";
import { type MonthsToRead, openMonthsToRead } from "../events/months-to-read.ts";
import { createNames, type Names, noNames } from "../events/names.ts";
import { openToRead, type Sqlite } from "../events/sqlite-file.ts";
import { projectFiles } from "../project-files.ts";
import type { RangeQuery } from "../visitor-counts.ts";
import type { CountIndex } from "./count-index.ts";
import { createDaySource } from "./day-source.ts";
import { type DerivedFiles, openDerivedFiles } from "./derived-files.ts";
import type { Asked, AskedRange } from "./indexed-counts.ts";

/** The files of one project, opened as questions need them. */
export interface ProjectToAsk {
  /** Answers `work` from one state of the events, with what the names meant in it. */
  ask<Result>(query: RangeQuery, work: (asked: Asked) => Result): Result;
  /** The names as they are now, and where they lie; null there before the first event. */
  names(): { readonly names: Names; readonly db: Sqlite | null };
  /** Takes in what the writer committed. */
  take(notice: CommitNotice): void;
  /** Takes up what maintenance made. */
  reload(): void;
  close(): void;
}

/** `waitForNotices` waits a moment for what the writer has to tell, which comes in through `take`. */
export function openProjectToAsk(root: string, projectId: string, waitForNotices: () => void): ProjectToAsk {
  const files = projectFiles(root, projectId);
  const months = openMonthsToRead(files);
  const readFacts = createClientFacts();
  let derived: DerivedFiles | null = null;
  let project: { db: Sqlite; names: { read(): Names } } | null = null;

  /** The first events create the file. */
  const readNames = (): Names => {
    if (project === null) {
      const db = openToRead(files.project);
      if (db === null) return noNames;
      project = { db, names: createNames(db) };
    }
    return project.names.read();
  };

  /** What is damaged is let go of, and the question asked again of the events. */
  const withDerived = <Result>(work: (files: DerivedFiles) => Result): Result => {
    try {
      derived ??= openDerivedFiles(files.derived);
      return work(derived);
    } catch (error) {
      if (!(error instanceof Damaged)) throw error;
      discardManifest(files.derived);
      reload();
      derived = openDerivedFiles(files.derived);
      return work(derived);
    }
  };
  const reload = () => {
    derived?.close();
    derived = null;
  };

  return {
    ask: (query, work) =>
      withDerived((derived) =>
        months.snapshot(() => {
          // Names after events: whoever is named in the state that is read is known by then. Days in memory are kept
          // for later questions, and one that they could not place now would be missing for good.
          pinEvents(months, derived, query);
          const names = readNames();
          const facts = readFacts(names);
          const { retainedFrom } = names;
          return work({
            names,
            facts,
            source: createDaySource(months, derived, { isBrowser: facts.isBrowser, retainedFrom }),
            index: isOf(derived.index, names) ? derived.index : null,
            live: once(() => (derived.live.catchUp(months, waitForNotices) ? derived.live : null)),
            visitorsEnd: () => derived.visitors.end,
            range: rangeOf(query, names),
          });
        }),
      ),
    names() {
      const names = readNames();
      return { names, db: project?.db ?? null };
    },
    take: (notice) => derived?.live.take(notice),
    reload,
    close() {
      reload();
      months.close();
      project?.db.close();
    },
  };
}

/** Fixes the state of all events that a question may read. */
function pinEvents(months: MonthsToRead, { index, live }: DerivedFiles, { fromMs, toMs }: RangeQuery): void {
  // With the seconds around its days, which decide on views.
  months.pin(dayOf(fromMs) - 1, dayOf(toMs) + 2);
  // Without an index no question is answered from the days in memory.
  if (index !== null && toMs > live.firstDay * dayMs) months.pin(live.firstDay, Infinity);
}

/** Whether an index tells of the classification as it is now; one of nothing tells of any. */
const isOf = (index: CountIndex | null, { classification }: Names): boolean =>
  index !== null && (index.entry.parts.length === 0 || index.entry.classification === classification);

/** `work` when it is first asked for, and what it answered from then on. */
function once<Result>(work: () => Result): () => Result {
  let done: { result: Result } | null = null;
  return () => {
    done ??= { result: work() };
    return done.result;
  };
}

/** The part of the query's range that is kept, and the paths that it names. */
function rangeOf({ fromMs, toMs, pathPrefix }: RangeQuery, names: Names): AskedRange {
  const prefix = pathPrefix === "/" ? null : pathPrefix;
  const pathCounts = new Uint8Array(names.paths.length).fill(1);
  if (prefix !== null)
    names.paths.forEach((path, id) => {
      if (path !== prefix && !path.startsWith(`${prefix}/`)) pathCounts[id] = 0;
    });
  return {
    fromMs: Math.max(fromMs, names.retainedFrom * dayMs),
    toMs: Math.min(toMs, timestampMax),
    prefix,
    pathCounts,
  };
}
