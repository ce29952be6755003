import { type CreateTableBuilder, type Kysely, sql } from "kysely";

/** Milliseconds and counters don't fit in 32 bits, the size of `integer` in some SQL dialects. */
const whole = "bigint" as const;
const bytes = "blob" as const;

export async function up(db: Kysely<unknown>): Promise<void> {
  await createProjects(db);
  await createJobs(db);
  await createMutex(db);
  await createPullRequests(db);
}

async function createProjects(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("projects")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("name", "text", (c) => c.notNull())
    .addColumn("repository_url", "text", (c) => c.notNull())
    .addColumn("ref", "text")
    .addColumn("default_ref", "text")
    .addColumn("model", "text")
    .addColumn("docs_folder", "text")
    .addColumn("created_at", whole, (c) => c.notNull())
    .execute();
  await db.schema
    .createTable("api_keys")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("project_id", "text", (c) => c.notNull().references("projects.id").onDelete("cascade"))
    .addColumn("name", "text", (c) => c.notNull())
    .addColumn("hash", "text", (c) => c.notNull().unique())
    .addColumn("prefix", "text", (c) => c.notNull())
    .addColumn("scope", "text", (c) => c.notNull())
    .addColumn("allow_list", "text", (c) => c.notNull())
    .addColumn("created_at", whole, (c) => c.notNull())
    .addColumn("expires_at", whole)
    .addColumn("last_used_at", whole)
    .addColumn("revoked_at", whole)
    .execute();
  await db.schema.createIndex("api_keys_project").on("api_keys").column("project_id").execute();
  await db.schema
    .createTable("idempotency")
    .addColumn("project_id", "text", (c) => c.notNull().references("projects.id").onDelete("cascade"))
    .addColumn("method", "text", (c) => c.notNull())
    .addColumn("path", "text", (c) => c.notNull())
    .addColumn("key", "text", (c) => c.notNull())
    .addColumn("body_hash", "text", (c) => c.notNull())
    .addColumn("status", "integer", (c) => c.notNull())
    .addColumn("location", "text")
    .addColumn("body", "text", (c) => c.notNull())
    .addColumn("created_at", whole, (c) => c.notNull())
    .addPrimaryKeyConstraint("idempotency_pk", ["project_id", "method", "path", "key"])
    .execute();
  await db.schema.createIndex("idempotency_age").on("idempotency").column("created_at").execute();
}

async function createJobs(db: Kysely<unknown>): Promise<void> {
  await withNumber(db.schema.createTable("jobs"))
    .addColumn("id", "text", (c) => c.notNull().unique())
    .addColumn("project_id", "text", (c) => c.notNull().references("projects.id").onDelete("cascade"))
    .addColumn("status", "text", (c) => c.notNull())
    .addColumn("title", "text", (c) => c.notNull())
    .addColumn("model", "text", (c) => c.notNull())
    .addColumn("repository_url", "text", (c) => c.notNull())
    .addColumn("ref", "text", (c) => c.notNull())
    .addColumn("follows_default_ref", "integer", (c) => c.notNull())
    .addColumn("branch", "text")
    .addColumn("draft", "integer", (c) => c.notNull())
    .addColumn("search_text", "text", (c) => c.notNull())
    .addColumn("pull_request_number", whole)
    .addColumn("pull_request_url", "text")
    .addColumn("pull_request_state", "text")
    .addColumn("failure_code", "text")
    .addColumn("failure_message", "text")
    .addColumn("input_tokens", whole, (c) => c.notNull().defaultTo(0))
    .addColumn("output_tokens", whole, (c) => c.notNull().defaultTo(0))
    .addColumn("steps", whole, (c) => c.notNull().defaultTo(0))
    .addColumn("created_at", whole, (c) => c.notNull())
    .addColumn("updated_at", whole, (c) => c.notNull())
    .addColumn("archived_at", whole)
    .addColumn("status_before_archive", "text")
    .addColumn("archive_cause", "text")
    .addColumn("overruled_cause", "text")
    .addColumn("last_message_seq", whole, (c) => c.notNull().defaultTo(0))
    .addColumn("last_event_seq", whole, (c) => c.notNull().defaultTo(0))
    .execute();
  await db.schema.createIndex("jobs_project").on("jobs").columns(["project_id", "number"]).execute();
  await db.schema.createIndex("jobs_status").on("jobs").columns(["status", "updated_at"]).execute();
  // Each job has its own branch (R30).
  await db.schema
    .createIndex("jobs_branch")
    .unique()
    .on("jobs")
    .columns(["repository_url", "branch"])
    .execute();
  await db.schema
    .createTable("messages")
    .addColumn("id", "text", (c) => c.notNull().unique())
    .addColumn("job_id", "text", (c) => c.notNull().references("jobs.id").onDelete("cascade"))
    .addColumn("seq", whole, (c) => c.notNull())
    .addColumn("role", "text", (c) => c.notNull())
    .addColumn("text", "text", (c) => c.notNull())
    .addColumn("status", "text", (c) => c.notNull())
    .addColumn("created_at", whole, (c) => c.notNull())
    .addPrimaryKeyConstraint("messages_pk", ["job_id", "seq"])
    .execute();
  await db.schema
    .createTable("job_events")
    .addColumn("job_id", "text", (c) => c.notNull().references("jobs.id").onDelete("cascade"))
    .addColumn("seq", whole, (c) => c.notNull())
    .addColumn("type", "text", (c) => c.notNull())
    .addColumn("data", "text", (c) => c.notNull())
    .addColumn("at", whole, (c) => c.notNull())
    .addPrimaryKeyConstraint("job_events_pk", ["job_id", "seq"])
    .execute();
}

async function createMutex(db: Kysely<unknown>): Promise<void> {
  await withNumber(db.schema.createTable("turns"))
    .addColumn("id", "text", (c) => c.notNull().unique())
    .addColumn("job_id", "text", (c) => c.notNull().references("jobs.id").onDelete("cascade"))
    .addColumn("seq", whole, (c) => c.notNull())
    .addColumn("status", "text", (c) => c.notNull())
    .addColumn("queued_at", whole, (c) => c.notNull())
    .addColumn("started_at", whole)
    .addColumn("finished_at", whole)
    .addColumn("lease_owner", "text")
    .addColumn("lease_token", whole, (c) => c.notNull().defaultTo(0))
    .addColumn("lease_until", whole)
    .addColumn("fruitless_claims", "integer", (c) => c.notNull().defaultTo(0))
    .addColumn("progress_at", whole)
    .addColumn("base_sha", "text")
    .addColumn("head_sha", "text")
    .addColumn("branch", "text")
    .addColumn("commit_sha", "text")
    .addColumn("diff", bytes)
    .addColumn("files", "text")
    .addColumn("checks", "text")
    .addColumn("commits", "text")
    .addColumn("commit_count", "integer")
    .addColumn("failure_code", "text")
    .addColumn("failure_message", "text")
    .addUniqueConstraint("turns_message", ["job_id", "seq"])
    .execute();
  // Only queued and running turns are searched for. Finished turns (almost all turns) stay out of the index.
  await db.schema
    .createIndex("turns_waiting")
    .on("turns")
    .columns(["number", "job_id", "status"])
    .where(sql.ref("status"), "in", sql`('queued', 'running')`)
    .execute();
  await db.schema
    .createTable("journal")
    .addColumn("turn_id", "text", (c) => c.notNull().references("turns.id").onDelete("cascade"))
    .addColumn("seq", whole, (c) => c.notNull())
    .addColumn("entry", "text", (c) => c.notNull())
    .addColumn("changes", bytes)
    .addColumn("created_at", whole, (c) => c.notNull())
    .addPrimaryKeyConstraint("journal_pk", ["turn_id", "seq"])
    .execute();
}

async function createPullRequests(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("local_pull_requests")
    .addColumn("repository_url", "text", (c) => c.notNull())
    .addColumn("number", whole, (c) => c.notNull())
    .addColumn("project_id", "text", (c) => c.notNull())
    .addColumn("job_id", "text", (c) => c.notNull().references("jobs.id").onDelete("cascade"))
    .addColumn("branch", "text", (c) => c.notNull())
    .addColumn("base", "text", (c) => c.notNull())
    .addColumn("title", "text", (c) => c.notNull())
    .addColumn("body", "text", (c) => c.notNull())
    .addColumn("state", "text", (c) => c.notNull())
    .addColumn("draft", "integer", (c) => c.notNull())
    .addColumn("head_sha", "text", (c) => c.notNull())
    .addColumn("merged_sha", "text")
    .addColumn("created_at", whole, (c) => c.notNull())
    .addColumn("updated_at", whole, (c) => c.notNull())
    .addPrimaryKeyConstraint("local_pull_requests_pk", ["repository_url", "number"])
    .execute();
  // One open pull request per branch. After a crash, an attempt to insert a second one fails.
  await db.schema
    .createIndex("local_pull_requests_open")
    .unique()
    .on("local_pull_requests")
    .columns(["repository_url", "branch"])
    .where(sql.ref("state"), "=", sql.lit("open"))
    .execute();
  await db.schema
    .createTable("host_actions")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("job_id", "text", (c) => c.notNull().references("jobs.id").onDelete("cascade"))
    .addColumn("action", "text", (c) => c.notNull())
    .addColumn("status", "text", (c) => c.notNull())
    .addColumn("message", "text")
    .addColumn("lease_token", whole, (c) => c.notNull().defaultTo(0))
    .addColumn("lease_until", whole)
    .addColumn("created_at", whole, (c) => c.notNull())
    .execute();
  await db.schema.createIndex("host_actions_job").on("host_actions").columns(["job_id", "status"]).execute();
}

/** A column that numbers rows in the order in which they are written. */
function withNumber<Table extends string>(table: CreateTableBuilder<Table>) {
  return table.addColumn("number", "integer", (c) => c.primaryKey().autoIncrement());
}
