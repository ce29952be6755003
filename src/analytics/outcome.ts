/** Why an event is not counted although nothing is wrong with it (R51, R54, R56). */
export type IgnoredReason =
  | "not_get"
  | "redirect"
  | "not_successful"
  | "asset"
  | "prefetch"
  | "key_destroyed"
  | "past_retention"
  | "erased";

/** What is wrong with an event; the others of its batch do not suffer for it. */
export type RejectedReason =
  | "invalid_json"
  | "invalid_utf8"
  | "invalid_event"
  | "event_too_large"
  | "path_too_long"
  | "invalid_timestamp"
  | "future_timestamp";

export interface Rejected {
  /** Of the event in its batch, from 0. */
  readonly index: number;
  readonly error: RejectedReason;
  readonly message: string;
}

/** What became of a batch. */
export interface IngestResult {
  readonly accepted: number;
  readonly duplicates: number;
  readonly ignored: ReadonlyMap<IgnoredReason, number>;
  readonly rejected: readonly Rejected[];
}

/** Why a source or a step of the pipeline let an event go. */
export type Drop = { readonly ignored: IgnoredReason } | Fault;

/** What is wrong with an event. */
export interface Fault {
  readonly rejected: RejectedReason;
  readonly message: string;
}
