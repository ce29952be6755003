/**
 * Reader events (R70): searches, feedback and conversations with an assistant. They aren't views. Their texts were
 * typed by readers, so they are data everywhere: stored and shown as text, and never followed as an instruction.
 */
export type ReaderEvent = Search | Feedback | Conversation;

export interface Search {
  readonly type: "search";
  readonly query: string;
  /** The number of results that the reader saw; null if unknown. */
  readonly results: number | null;
  /** The page that the reader opened from the results, normalized (R55); null if there is none. */
  readonly clicked: string | null;
}

export const feedbackSources = ["code_snippet", "contextual", "agent", "thumbs_only"] as const;
export type FeedbackSource = (typeof feedbackSources)[number];

export const feedbackStatuses = ["pending", "in_progress", "resolved", "dismissed"] as const;
export type FeedbackStatus = (typeof feedbackStatuses)[number];

export interface Feedback {
  readonly type: "feedback";
  /** Normalized (R55). */
  readonly path: string;
  /** Null if the reader didn't say. */
  readonly helpful: boolean | null;
  readonly comment: string | null;
  readonly contact: string | null;
  readonly source: FeedbackSource;
  readonly code: string | null;
  readonly filename: string | null;
  readonly lang: string | null;
}

export const responseTypes = ["answer", "clarifying_question"] as const;
export const resolutionStatuses = ["answered", "unanswered"] as const;
export const callers = ["web", "api", "other"] as const;
export type Caller = (typeof callers)[number];

export interface Conversation {
  readonly type: "conversation";
  readonly query: string;
  readonly response: string;
  readonly responseType: (typeof responseTypes)[number];
  readonly sources: readonly CitedPage[];
  readonly resolutionStatus: (typeof resolutionStatuses)[number];
  readonly category: string | null;
  /** The page on which the reader asked, as sent. */
  readonly pageUrl: string | null;
  readonly caller: Caller;
}

export interface CitedPage {
  readonly title: string;
  readonly url: string;
}

/** A reader event after the pipeline, as it is stored. */
export interface PlacedReaderEvent {
  /** The sender's ID; null if it sent none. Within 48 hours, the same ID means the same event. */
  readonly id: string | null;
  readonly timestampMs: number;
  /** 16 bytes (R56). */
  readonly visitor: Uint8Array;
  /** The page on which it happened, normalized; null if unknown. Deleting the page deletes the event. */
  readonly page: string | null;
  readonly event: ReaderEvent;
}

/** `duplicate` means that the event's ID, or its visitor, time and content, are already stored (R53). */
export type AppendOutcome = "accepted" | "duplicate" | "past_retention" | "erased" | "deleted";
