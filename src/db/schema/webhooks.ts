export interface WebhooksSchema {
  announcements: AnnouncementsTable;
  webhooks: WebhooksTable;
  deliveries: DeliveriesTable;
}

/** An event to announce. Deleted when its deliveries are created. */
interface AnnouncementsTable {
  id: string;
  job_id: string;
  type: string;
  at: number;
}

interface WebhooksTable {
  id: string;
  project_id: string;
  url: string;
  /** JSON array of event types. */
  events: string;
  sealed_secret: string;
  /** The secret from before the last rotation, which is also used for signing until `former_until`. */
  sealed_former: string | null;
  former_until: number | null;
  created_at: number;
  /** Set if the receiver responded that it is gone (410). */
  disabled_at: number | null;
}

interface DeliveriesTable {
  id: string;
  webhook_id: string;
  announcement_id: string;
  type: string;
  /** The final body: every attempt sends the same bytes. */
  payload: string;
  /** The delivery's status: waiting, delivered or failed. */
  status: string;
  attempts: number;
  /** The time of the next attempt. During an attempt, the time when another worker may take over. */
  next_at: number | null;
  lease_token: number;
  last_status: number | null;
  last_error: string | null;
  created_at: number;
  attempted_at: number | null;
}
