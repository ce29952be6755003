export interface PullRequestsSchema {
  incoming_hooks: IncomingHooksTable;
  hook_deliveries: HookDeliveriesTable;
  follow_ups: FollowUpsTable;
}

/** The secret that a code host signs its webhooks with. */
interface IncomingHooksTable {
  project_id: string;
  /** The kind of host, as in its route. */
  host: string;
  /** See `projects/sealed-box.ts`. */
  sealed_secret: string;
  /** The secret from before the last rotation, which is also accepted until `former_until`. */
  sealed_former: string | null;
  former_until: number | null;
  created_at: number;
}

/** A webhook delivery from a code host, reduced to the pull request to check. Its body is not stored. */
interface HookDeliveriesTable {
  project_id: string;
  host: string;
  /** The host's own ID for the delivery. */
  id: string;
  /** E.g. `number 12`, `branch docwright/x`, `commit 1f0…`. */
  subject: string;
  /** What to check: state, comments or checks. */
  about: string;
  /** The delivery's status: waiting, done or failed. */
  status: string;
  attempts: number;
  /**
   * The time at which to process the delivery. While it is being processed, the time when another worker may take over.
   */
  next_at: number;
  lease_token: number;
  received_at: number;
}

/** The result of a comment or of failed checks, which are handled at most once, however often they are reported. */
interface FollowUpsTable {
  job_id: string;
  /** `comment <the host's ID>` or `checks <commit>`. */
  cause: string;
  /** `message` if the comment or the checks became a message; otherwise, the reason why they did not. */
  outcome: string;
  /** The message that was created in the job. */
  message_seq: number | null;
  /** JSON: where to reply; null if nobody expects a reply. */
  thread: string | null;
  /** The reply's status: none, waiting, given or failed. */
  answer: string;
  attempts: number;
  next_at: number;
  lease_token: number;
  created_at: number;
}
