export interface ProjectsSchema {
  projects: ProjectsTable;
  api_keys: ApiKeysTable;
  project_settings: ProjectSettingsTable;
  credentials: CredentialsTable;
}

interface ProjectsTable {
  id: string;
  name: string;
  repository_url: string;
  ref: string | null;
  default_ref: string | null;
  model: string | null;
  docs_folder: string | null;
  created_at: number;
  /** Set while the project is being deleted; from then on, it is reported as not found. */
  removed_at: number | null;
}

interface ApiKeysTable {
  id: string;
  project_id: string;
  name: string;
  /** SHA-256 of the key, as hexadecimal digits. */
  hash: string;
  prefix: string;
  scope: string;
  /** JSON array of IP addresses and CIDR ranges. */
  allow_list: string;
  created_at: number;
  expires_at: number | null;
  last_used_at: number | null;
  revoked_at: number | null;
  /** The person who created the key in the dashboard; null if unknown. */
  created_by: string | null;
}

interface ProjectSettingsTable {
  project_id: string;
  /** JSON: the settings that differ from their defaults, by section. */
  settings: string;
}

interface CredentialsTable {
  project_id: string;
  kind: string;
  /** The model provider or code host that the credential is for. */
  name: string;
  /** See `projects/sealed-box.ts`. */
  sealed: string;
  created_at: number;
}
