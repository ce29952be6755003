export { ReaderEventsError, type ReaderEventsErrorFields } from "./errors.ts";
export { limits } from "./limits.ts";
export { openReaderEvents, type ReaderEventsOptions } from "./open-reader-events.ts";
export { isReaderEvent, type ParsedReaderEvent, parseReaderEvent } from "./parse-reader-event.ts";
export {
  type AppendOutcome,
  callers,
  feedbackSources,
  feedbackStatuses,
  type PlacedReaderEvent,
  type ReaderEvent,
  resolutionStatuses,
  responseTypes,
} from "./reader-event.ts";
export type {
  CallerStats,
  FeedbackFilters,
  PageFeedback,
  ReaderEvents,
  StoredConversation,
  StoredFeedback,
} from "./reader-events.ts";
export type { SearchRow, SearchTable } from "./search-table.ts";
