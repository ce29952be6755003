/** A finding of the policy. A `refused` one prevents the push; a `listed` one is reported to the reviewer. */
export interface Finding {
  readonly verdict: "refused" | "listed";
  /** A sentence without its final period. */
  readonly text: string;
}
