export type { CallerStats, StoredConversation } from "./list-conversations.ts";
export type { FeedbackQuery, StoredFeedback } from "./list-feedback.ts";
export { openReaderEvents, type ReaderEvents } from "./open-reader-events.ts";
export {
  isReaderEvent,
  type RawReaderEvent,
  readReaderEvent,
  readSentByBrowser,
} from "./read-reader-event.ts";
export {
  callers,
  feedbackSources,
  feedbackStatuses,
  type PlacedReaderEvent,
  resolutionStatuses,
  responseTypes,
} from "./reader-event.ts";
export { createTakeReaderEvents, type TakeReaderEvents } from "./take-reader-events.ts";
