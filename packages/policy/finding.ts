/** A finding of the policy. A `refused` finding rejects the change; a `listed` one is reported to the reviewer. */
export interface Finding {
  readonly verdict: "refused" | "listed";
  /** A sentence without its final period. */
  readonly text: string;
  /** The page, if the policy can check neither its old nor its new content. */
  readonly unjudged?: string;
}
