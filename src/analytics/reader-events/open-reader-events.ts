import type { AppendOutcome } from "#counts";
import { startThread, type Thread } from "#counts";
import { AppError } from "../../errors.ts";
import type { Clock } from "../../std/clock.ts";
import { toAppError } from "../to-app-error.ts";
import { dayOfTime } from "../visitor-period.ts";
import { formatCursor, parseCursor } from "./cursor.ts";
import type { Range } from "./day-sums.ts";
import type { CallerStats, StoredConversation } from "./list-conversations.ts";
import type { FeedbackQuery, StoredFeedback } from "./list-feedback.ts";
import type { FeedbackStatus, PlacedReaderEvent } from "./reader-event.ts";
import type { ReaderCalls, ReaderThreadData } from "./reader-thread.ts";
import type { PageFeedback } from "./sum-feedback.ts";
import type { SearchSums } from "./sum-searches.ts";

type Filters = Pick<FeedbackQuery, "fromMs" | "toMs" | "source" | "statuses" | "limit">;

/** The store of searches, feedback and conversations (R70). It runs in a thread. */
export interface ReaderEvents {
  /** Stores events; resolves once they are durable, with one outcome per event in the given order. */
  append(projectId: string, events: readonly PlacedReaderEvent[]): Promise<readonly AppendOutcome[]>;
  /** R71. Throws `invalid_request` if the cursor is invalid. */
  listFeedback(
    projectId: string,
    query: Filters & { readonly cursor: string | null },
  ): Promise<{ feedback: readonly StoredFeedback[]; nextCursor: string | null }>;
  /** R72. */
  sumFeedback(
    projectId: string,
    query: Filters,
  ): Promise<{ feedback: readonly PageFeedback[]; hasMore: boolean }>;
  /** Throws `not_found`. */
  setStatus(projectId: string, id: string, status: FeedbackStatus): Promise<StoredFeedback>;
  /** R73. Null if there are no reader events. */
  sumSearches(projectId: string, range: Range): Promise<SearchSums | null>;
  /** The texts of queries and the paths of pages; null for those that were deleted. */
  readNames(
    projectId: string,
    numbers: { readonly queries: Uint32Array; readonly pages: Uint32Array },
  ): Promise<{ queries: readonly (string | null)[]; pages: readonly (string | null)[] }>;
  /** R77. Throws `invalid_request` if the cursor is invalid. */
  listConversations(
    projectId: string,
    query: Range & { readonly limit: number; readonly cursor: string | null },
  ): Promise<{ conversations: readonly StoredConversation[]; nextCursor: string | null }>;
  /** R77. */
  countCallers(projectId: string, range: Range): Promise<CallerStats>;
  /** Like those of `VisitorCounts`. */
  erase(projectId: string, visitor: Uint8Array): Promise<number>;
  deletePage(projectId: string, page: Range & { readonly path: string }): Promise<number>;
  retainFrom(projectId: string, firstMs: number): Promise<void>;
  check(projectId: string): Promise<void>;
  removeProject(projectId: string): Promise<void>;
  close(): Promise<void>;
}

export function openReaderEvents(options: {
  /** The folder of the visitor counts, with one folder per project. */
  readonly folder: string;
  readonly clock: Pick<Clock, "now">;
  /** Called with the reason when the thread dies. It is restarted when needed. */
  readonly onFailure?: (cause: unknown) => void;
}): ReaderEvents {
  const { folder: root, clock } = options;
  let thread: Thread<ReaderCalls> | null = null;
  let isClosed = false;
  const call = async <Name extends keyof ReaderCalls>(
    name: Name,
    args: Parameters<ReaderCalls[Name]>,
  ): Promise<Awaited<ReturnType<ReaderCalls[Name]>>> => {
    if (isClosed) throw new AppError("unavailable", "The service is stopping.");
    thread ??= startThread<ReaderCalls>(script, {
      workerData: { root } satisfies ReaderThreadData,
      onDeath(cause) {
        thread = null;
        if (!isClosed) options.onFailure?.(cause);
      },
    });
    try {
      return await thread.call(name, args);
    } catch (error) {
      throw toAppError(error);
    }
  };

  return {
    append: (projectId, events) => call("append", [projectId, events, clock.now()]),
    async listFeedback(projectId, { cursor, ...query }) {
      const [lastSeq = 0, lastChange = 0, at = 0, seq = 0] = cursor === null ? [] : parseCursor(cursor, 4);
      const after = cursor === null ? null : { lastSeq, lastChange, at, seq };
      const { feedback, next } = await call("listFeedback", [projectId, { ...query, after }]);
      return {
        feedback: feedback.map((found) => ({ ...found, id: `${feedbackIds}${found.id}` })),
        nextCursor: next === null ? null : formatCursor([next.lastSeq, next.lastChange, next.at, next.seq]),
      };
    },
    sumFeedback: (projectId, query) => call("sumFeedback", [projectId, query]),
    async setStatus(projectId, id, status) {
      const [, digits] = /^fbk_([0-9a-f]{32})$/u.exec(id) ?? [];
      const found = digits === undefined ? null : await call("setStatus", [projectId, digits, status]);
      if (found === null)
        throw new AppError("not_found", "Feedback not found in this project. Check the feedback ID.");
      return { ...found, id };
    },
    sumSearches: (projectId, range) => call("sumSearches", [projectId, range]),
    readNames: (projectId, numbers) => call("readNames", [projectId, numbers]),
    async listConversations(projectId, { cursor, ...query }) {
      const [lastSeq = 0, at = 0, seq = 0] = cursor === null ? [] : parseCursor(cursor, 3);
      const after = cursor === null ? null : { lastSeq, at, seq };
      const { conversations, next } = await call("listConversations", [projectId, { ...query, after }]);
      return {
        conversations: conversations.map((found) => ({ ...found, id: `${conversationIds}${found.id}` })),
        nextCursor: next === null ? null : formatCursor([next.lastSeq, next.at, next.seq]),
      };
    },
    countCallers: (projectId, range) => call("countCallers", [projectId, range]),
    erase: (projectId, visitor) => call("erase", [projectId, visitor]),
    deletePage: (projectId, { path, fromMs, toMs }) =>
      call("deletePage", [projectId, path, { fromMs, toMs }, clock.now()]),
    async retainFrom(projectId, firstMs) {
      await call("retainFrom", [projectId, dayOfTime(firstMs), clock.now()]);
    },
    check: (projectId) => call("check", [projectId]),
    removeProject: (projectId) => call("remove", [projectId]),
    async close() {
      isClosed = true;
      await thread?.close();
      thread = null;
    },
  };
}

const feedbackIds = "fbk_";
const conversationIds = "cnv_";

const script = new URL(`./reader-thread${import.meta.url.endsWith(".ts") ? ".ts" : ".js"}`, import.meta.url);
