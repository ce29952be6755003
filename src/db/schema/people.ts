export interface PeopleSchema {
  people: PeopleTable;
  sessions: SessionsTable;
  accounts: AccountsTable;
  members: MembersTable;
  invitations: InvitationsTable;
  recoveries: RecoveriesTable;
}

/** better-auth also uses this table and the next two. better-auth stores times as ISO 8601 text. */
interface PeopleTable {
  id: string;
  name: string;
  /** The email address in lower case. */
  email: string;
  email_verified: number;
  image: string | null;
  /** 1 for owners, who may do everything in every project. */
  is_owner: number;
  created_at: string;
  updated_at: string;
}

interface SessionsTable {
  id: string;
  person_id: string;
  token: string;
  expires_at: string;
  ip_address: string | null;
  user_agent: string | null;
  created_at: string;
  updated_at: string;
}

interface AccountsTable {
  id: string;
  person_id: string;
  account_id: string;
  /** `credential` for a password. */
  provider_id: string;
  /** The password's scrypt hash, in better-auth's format. */
  password: string | null;
  created_at: string;
  updated_at: string;
}

interface MembersTable {
  project_id: string;
  person_id: string;
  /** Either member or viewer. */
  role: string;
  created_at: number;
}

interface InvitationsTable {
  id: string;
  /** SHA-256 of the link's token, as hexadecimal digits. */
  token_hash: string;
  role: string;
  /** Null for an owner, who belongs to every project. */
  project_id: string | null;
  /** Null for the first owner's invitation, which the command line prints. */
  created_by: string | null;
  created_at: number;
  expires_at: number;
  /** The only address that can join with the link, in lower case. Null if anyone with the link can join. */
  email: string | null;
}

/** A password reset link. */
export interface RecoveriesTable {
  person_id: string;
  /** SHA-256 of the link's token, as hexadecimal digits. */
  token_hash: string;
  expires_at: number;
  /** Null for links that the command line prints. */
  created_by: string | null;
}
