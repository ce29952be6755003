import { type Kysely, sql } from "kysely";

const whole = "bigint" as const;

/**
 * better-auth reads and writes the first four tables. better-auth's SQLite adapter stores times as ISO 8601 text, so
 * they are text here. If a later version of better-auth adds columns, we must add a migration.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createSignIn(db);
  await createMembers(db);
}

async function createSignIn(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("people")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("name", "text", (c) => c.notNull())
    .addColumn("email", "text", (c) => c.notNull().unique())
    .addColumn("email_verified", "integer", (c) => c.notNull())
    .addColumn("image", "text")
    .addColumn("is_owner", "integer", (c) => c.notNull().defaultTo(0))
    .addColumn("created_at", "text", (c) => c.notNull())
    .addColumn("updated_at", "text", (c) => c.notNull())
    .execute();
  await db.schema
    .createTable("sessions")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("person_id", "text", (c) => c.notNull().references("people.id").onDelete("cascade"))
    .addColumn("token", "text", (c) => c.notNull().unique())
    .addColumn("expires_at", "text", (c) => c.notNull())
    .addColumn("ip_address", "text")
    .addColumn("user_agent", "text")
    .addColumn("created_at", "text", (c) => c.notNull())
    .addColumn("updated_at", "text", (c) => c.notNull())
    .execute();
  await db.schema.createIndex("sessions_person").on("sessions").column("person_id").execute();
  await db.schema
    .createTable("accounts")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("person_id", "text", (c) => c.notNull().references("people.id").onDelete("cascade"))
    .addColumn("account_id", "text", (c) => c.notNull())
    .addColumn("provider_id", "text", (c) => c.notNull())
    .addColumn("access_token", "text")
    .addColumn("refresh_token", "text")
    .addColumn("id_token", "text")
    .addColumn("access_token_expires_at", "text")
    .addColumn("refresh_token_expires_at", "text")
    .addColumn("scope", "text")
    .addColumn("password", "text")
    .addColumn("created_at", "text", (c) => c.notNull())
    .addColumn("updated_at", "text", (c) => c.notNull())
    .execute();
  await db.schema
    .createIndex("accounts_provider")
    .unique()
    .on("accounts")
    .columns(["provider_id", "account_id"])
    .execute();
  await db.schema.createIndex("accounts_person").on("accounts").column("person_id").execute();
  await db.schema
    .createTable("verifications")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("identifier", "text", (c) => c.notNull())
    .addColumn("value", "text", (c) => c.notNull())
    .addColumn("expires_at", "text", (c) => c.notNull())
    .addColumn("created_at", "text", (c) => c.notNull())
    .addColumn("updated_at", "text", (c) => c.notNull())
    .execute();
}

async function createMembers(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("members")
    .addColumn("project_id", "text", (c) => c.notNull().references("projects.id").onDelete("cascade"))
    .addColumn("person_id", "text", (c) => c.notNull().references("people.id").onDelete("cascade"))
    .addColumn("role", "text", (c) => c.notNull().check(sql`role in ('member', 'viewer')`))
    .addColumn("created_at", whole, (c) => c.notNull())
    .addPrimaryKeyConstraint("members_pk", ["project_id", "person_id"])
    .execute();
  await db.schema.createIndex("members_person").on("members").column("person_id").execute();
  await db.schema
    .createTable("invitations")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("token_hash", "text", (c) => c.notNull().unique())
    .addColumn("role", "text", (c) => c.notNull().check(sql`role in ('owner', 'member', 'viewer')`))
    .addColumn("project_id", "text", (c) => c.references("projects.id").onDelete("cascade"))
    .addColumn("created_by", "text", (c) => c.references("people.id").onDelete("cascade"))
    .addColumn("created_at", whole, (c) => c.notNull())
    .addColumn("expires_at", whole, (c) => c.notNull())
    .execute();
  await db.schema.createIndex("invitations_project").on("invitations").column("project_id").execute();
}
