export interface AnalyticsSchema {
  analytics_settings: AnalyticsSettingsTable;
  key_rotations: KeyRotationsTable;
  visitor_keys: VisitorKeysTable;
  share_links: ShareLinksTable;
}

interface AnalyticsSettingsTable {
  project_id: string;
  /** JSON array of origins; empty allows every origin. */
  allowed_origins: string;
  /** Empty if there is none. */
  base_path: string;
  time_zone: string;
  /** JSON array. */
  ai_categories: string;
  /** Null keeps events forever. */
  retention_days: number | null;
}

/** The rotation of visitor keys, from a given day on. Days are counted from 1970-01-01. */
interface KeyRotationsTable {
  project_id: string;
  from_day: number;
  rotation: string;
}

interface VisitorKeysTable {
  project_id: string;
  /** The first day of its period. */
  from_day: number;
  /** 256 random bits as hexadecimal digits; all zeros once destroyed. The row stays to show that events exist. */
  key: string;
  created_at: number;
  destroyed_at: number | null;
}

interface ShareLinksTable {
  id: string;
  project_id: string;
  name: string;
  /** SHA-256 of the link's token, as hexadecimal digits. */
  token_hash: string;
  created_at: number;
  /** Null if the link doesn't expire. */
  expires_at: number | null;
}
