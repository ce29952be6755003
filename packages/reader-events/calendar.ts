export const dayMs = 86_400_000;

/** Returns the UTC day that contains a time, as the number of days since 1970-01-01. */
export const dayOf = (ms: number): number => Math.floor(ms / dayMs);

/** A range of times, in milliseconds since 1970. */
export interface Range {
  /** Inclusive. */
  readonly fromMs: number;
  /** Exclusive. */
  readonly toMs: number;
}
