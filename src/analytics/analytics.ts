import type { VisitorCounts } from "#counts";
import type { Database, Db } from "../db/index.ts";
import { AppError } from "../errors.ts";
import { limits } from "../limits.ts";
import type { ProjectId } from "../projects/index.ts";
import type { Clock } from "../std/clock.ts";
import { createForwardedAddress } from "../std/forwarded-address.ts";
import { createMutex } from "../std/mutex.ts";
import { createClassifier } from "./classify/create-classifier.ts";
import { type AgentLists, type AgentListsOptions, openAgentLists } from "./classify/published/agent-lists.ts";
import { createHashVisitor, createReadUserAgent, networkOf, type Subject } from "./identity.ts";
import { createIngest } from "./ingest.ts";
import type { IngestResult } from "./outcome.ts";
import { createSnapshots, type Snapshots } from "./query/snapshots.ts";
import type { RawEvent } from "./raw-event.ts";
import { type ReclassifiedPart, reclassify } from "./reclassify.ts";
import { type AnalyticsSettings, parseSettingsChange, settingFields } from "./settings.ts";
import { createShareLinks, type ShareLinks } from "./share-links.ts";
import { type LogReport, readLog } from "./sources/logs/read-log.ts";
import { readBatch } from "./sources/read-batch.ts";
import { createStoppableIngest } from "./stoppable-ingest.ts";
import * as store from "./store.ts";
import { createVisitorKeys } from "./visitor-keys.ts";
import { dayMs, dayOfTime, periodOf } from "./visitor-period.ts";

/** Who reads the docs: what HTTP and the commands ask. */
export interface Analytics {
  /** Stored events and the answers about them. */
  readonly counts: VisitorCounts;
  /** Answers of `counts` that walks go on in (R14). */
  readonly snapshots: Snapshots;
  /** Read-only links to what is counted of a project. */
  readonly shareLinks: ShareLinks;
  /**
   * A batch of events as servers send it (R51). `invalid_request` where the whole cannot be read, `payload_too_large`
   * where it has too many; what is wrong with one event is in the result.
   */
  takeBatch(projectId: ProjectId, bytes: Uint8Array): Promise<IngestResult>;
  /**
   * An access log of any size (R52), packed or not. `format` is a name, a pattern or null, to recognise it. Where it
   * throws, what came before is recorded; sending the log again counts nothing twice.
   */
  takeLog(projectId: ProjectId, chunks: AsyncIterable<Uint8Array>, format: string | null): Promise<LogReport>;
  /** Views that a page of this origin tells of (R50). `forbidden` where the project does not take them from there. */
  takeViews(projectId: string, from: string | null, views: readonly RawEvent[]): Promise<IngestResult>;
  /** By which agents are verified. */
  readonly agentLists: AgentLists;
  /** What may be set of a project's analytics, in the order in which people read it. */
  readonly settingFields: typeof settingFields;
  /** Null where there is no such project. */
  findSettings(projectId: string): Promise<AnalyticsSettings | null>;
  /** Checks and writes what `change` names, and lets it take effect. `invalid_request` names what is wrong. */
  changeSettings(projectId: ProjectId, change: unknown): Promise<AnalyticsSettings>;
  /** Whether visitors of a range were hashed with more than one key: counts of it are then an upper bound (R56). */
  spansRotation(projectId: ProjectId, range: { fromMs: number; toMs: number }): Promise<boolean>;
  /** Judges the clients after `afterId` by today's rules; a rehearsal stores nothing. `not_found` without the project. */
  reclassify(projectId: string, part: { afterId: number; isRehearsal: boolean }): Promise<ReclassifiedPart>;
  /**
   * Deletes a visitor's events and refuses later ones (R56), under every key that is left. `invalid_request` where the address is none, or the name longer than any is taken.
   */
  eraseVisitor(projectId: ProjectId, subject: Subject): Promise<Erasure>;
  /** Waits for what is being taken, takes nothing more, and deletes the project's events with what is derived of them. */
  removeProject(projectId: ProjectId): Promise<void>;
  /** Destroys keys and deletes events whose time is over. */
  sweep(): Promise<void>;
  /** Rejects where the store of events does not answer. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

interface Erasure {
  /** How many events were deleted. */
  readonly events: number;
  /** When the next key begins, under which the visitor is somebody new; null where keys do not rotate. */
  readonly refusedUntilMs: number | null;
}

export interface AnalyticsOptions {
  readonly database: Database;
  readonly clock: Clock;
  /** Open; closed with the rest. */
  readonly counts: VisitorCounts;
  /** IP addresses and CIDR ranges whose X-Forwarded-For is believed (R28). */
  readonly trustedProxies: readonly string[];
  readonly agentLists: Pick<AgentListsOptions, "folder" | "fetchText" | "onProblem">;
}

export function createAnalytics({
  database,
  clock,
  counts,
  trustedProxies,
  agentLists: lists,
}: AnalyticsOptions): Analytics {
  const { db } = database;
  const keys = createVisitorKeys({ database, clock });
  const retain = (projectId: ProjectId, days: number) =>
    counts.retainFrom(projectId, (dayOfTime(clock.now()) - days) * dayMs);

  async function findSettings(projectId: string, from: Db = db): Promise<AnalyticsSettings | null> {
    const settings = await store.findSettings(from, projectId);
    if (settings === null) return null;
    const rotations = await store.listRotations(from, projectId);
    return { ...settings, keyRotation: rotations.at(-1)?.rotation ?? "never" };
  }

  const classifier = createClassifier();
  const agentLists = openAgentLists({
    ...lists,
    clock,
    onChange: (published) => classifier.usePublished(published),
  });
  const taking = createStoppableIngest(
    createIngest({
      counts,
      clock,
      keys,
      classifier,
      addressOf: createForwardedAddress(trustedProxies),
    }),
  );
  const { ingest } = taking;
  const oneByOne = createMutex();
  async function getSettings(projectId: string): Promise<AnalyticsSettings> {
    const settings = await findSettings(projectId);
    if (settings === null)
      throw new AppError("not_found", "There is no such project. Check the project's id.");
    return settings;
  }

  return {
    counts,
    agentLists,
    snapshots: createSnapshots(clock),
    shareLinks: createShareLinks({ database, clock }),
    async takeBatch(projectId, bytes) {
      const settings = await getSettings(projectId);
      return ingest({
        projectId,
        settings,
        isClockTrusted: true,
        isLarge: true,
        events: readBatch(bytes),
      });
    },
    async takeLog(projectId, chunks, format) {
      const settings = await getSettings(projectId);
      const store = (events: readonly RawEvent[]) =>
        ingest({ projectId, settings, isClockTrusted: true, isLarge: true, events });
      return readLog({ chunks, format, store });
    },
    async takeViews(projectId, from, views) {
      const settings = await getSettings(projectId);
      const { allowedOrigins } = settings;
      if (allowedOrigins.length > 0 && (from === null || !allowedOrigins.includes(from)))
        throw new AppError(
          "forbidden",
          "This project takes no events from this origin. Its settings name those it takes.",
        );
      return ingest({
        projectId: projectId as ProjectId,
        settings,
        isClockTrusted: false,
        isLarge: false,
        events: views,
      });
    },
    settingFields,
    findSettings: (projectId) => findSettings(projectId),
    async changeSettings(projectId, input) {
      const change = parseSettingsChange(input);
      // One after the other, each on what the former left: two people change different fields at the same moment.
      return oneByOne(async () => {
        const settings = await database.transaction(async (tx) => {
          const before = await findSettings(projectId, tx);
          if (before === null)
            throw new AppError("not_found", "There is no such project. Check the project's id.");
          const after = { ...before, ...change };
          await store.writeSettings(tx, projectId, after);
          if (after.keyRotation !== before.keyRotation) {
            // A day's visitors have one key: what is hashed already is of today, so that a change begins tomorrow.
            const isUsed = (await store.listKeys(tx, projectId)).length > 0;
            const fromDay = isUsed ? dayOfTime(clock.now()) + 1 : 0;
            await store.writeRotation(tx, projectId, { fromDay, rotation: after.keyRotation });
          }
          return after;
        });
        if (change.aiCategories !== undefined) await counts.setAiCategories(projectId, settings.aiCategories);
        if (settings.retentionDays !== null) await retain(projectId, settings.retentionDays);
        return settings;
      });
    },
    async spansRotation(projectId, { fromMs, toMs }) {
      const used = await store.listKeys(db, projectId);
      if (used.length < 2) return false;
      const rotations = await store.listRotations(db, projectId);
      const periods = used.map((key) => periodOf(rotations, key.from_day));
      const within = periods.filter(
        ({ fromDay, untilDay }) => fromDay * dayMs < toMs && untilDay * dayMs > fromMs,
      );
      return within.length > 1;
    },
    async reclassify(projectId, part) {
      await getSettings(projectId);
      return reclassify({ counts, classifier }, projectId as ProjectId, part);
    },
    async eraseVisitor(projectId, { visitorId, ip, userAgent }) {
      if (visitorId === null && networkOf(ip) === "")
        throw new AppError("invalid_request", "The visitor's address must be an IP address.");
      if (visitorId !== null && visitorId.length > limits.collect.visitorIdCharsMax)
        throw new AppError("invalid_request", "No visitor's name is as long as this one. Check it.");
      const hashVisitor = createHashVisitor();
      const subject = { visitorId, ip, userAgent: createReadUserAgent()(userAgent) };
      await keys.loadOpen(projectId);
      let events = 0;
      for (const key of await keys.list(projectId))
        events += await counts.erase(projectId, hashVisitor(key, subject));
      const rotations = await store.listRotations(db, projectId);
      const { untilDay } = periodOf(rotations, dayOfTime(clock.now() + limits.collect.clockSkewMs));
      return { events, refusedUntilMs: untilDay === Infinity ? null : untilDay * dayMs };
    },
    async removeProject(projectId) {
      await taking.end(projectId);
      await counts.removeProject(projectId);
    },
    async sweep() {
      await keys.destroyOld();
      for (const { projectId, retentionDays } of await store.listRetentions(db))
        await retain(projectId, retentionDays);
    },
    async ping() {
      await counts.listClients(nobody, { afterId: 0, limit: 1 });
    },
    close: () => counts.close(),
  };
}

/** No project's id: a question about it reaches the store and finds nothing. */
const nobody = "prj_nobody" as ProjectId;
