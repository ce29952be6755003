import type { Db, Tx } from "../db/index.ts";
import { isIssuerOwner } from "./is-issuer-owner.ts";
import type { Person, PersonId, SessionId, SessionShown } from "./person.ts";
import { toPerson } from "./store.ts";

/**
 * Stores sign-in methods, in the rows that better-auth also reads. better-auth's provider ID for a password is
 * `credential`.
 */
const passwordId = "credential";

export interface NewAccount {
  readonly id: string;
  readonly personId: PersonId;
  readonly providerId: string;
  readonly accountId: string;
  /** ISO 8601, as in the columns. */
  readonly at: string;
}

export async function insertAccount(tx: Tx, account: NewAccount): Promise<void> {
  const { id, personId, providerId, accountId, at } = account;
  await tx
    .insertInto("accounts")
    .values({
      ...{ id, person_id: personId, account_id: accountId, provider_id: providerId },
      ...{ created_at: at, updated_at: at },
    })
    .execute();
}

/** Sets the person's password, whether or not they already had a password. */
export async function putPassword(
  tx: Tx,
  password: {
    readonly accountId: string;
    readonly personId: PersonId;
    readonly passwordHash: string;
    readonly at: string;
  },
): Promise<void> {
  const { personId, passwordHash, at } = password;
  const changed = await tx
    .updateTable("accounts")
    .set({ password: passwordHash, updated_at: at })
    .where("person_id", "=", personId)
    .where("provider_id", "=", passwordId)
    .executeTakeFirst();
  if (Number(changed.numUpdatedRows) > 0) return;
  await tx
    .insertInto("accounts")
    .values({
      ...{ id: password.accountId, person_id: personId, account_id: personId, provider_id: passwordId },
      ...{ password: passwordHash, created_at: at, updated_at: at },
    })
    .execute();
}

/** Returns null if the person has no password. */
export async function findPasswordHash(db: Db, personId: PersonId): Promise<string | null> {
  const row = await db
    .selectFrom("accounts")
    .select("password")
    .where("person_id", "=", personId)
    .where("provider_id", "=", passwordId)
    .executeTakeFirst();
  return row?.password ?? null;
}

export async function findByAccount(
  db: Db,
  account: { readonly providerId: string; readonly accountId: string },
): Promise<Person | null> {
  const row = await db
    .selectFrom("accounts as a")
    .innerJoin("people as p", "p.id", "a.person_id")
    .select(["p.id", "p.name", "p.email", "p.is_owner"])
    .where("a.provider_id", "=", account.providerId)
    .where("a.account_id", "=", account.accountId)
    .executeTakeFirst();
  return row === undefined ? null : toPerson(row);
}

/** Lists the person's sign-in methods: provider IDs and `password`. */
export async function listSignInMethods(db: Db, personId: PersonId): Promise<readonly string[]> {
  const rows = await db
    .selectFrom("accounts")
    .select("provider_id")
    .where("person_id", "=", personId)
    .orderBy("created_at")
    .execute();
  return rows.map((row) => (row.provider_id === passwordId ? "password" : row.provider_id));
}

export async function deleteAccount(
  tx: Tx,
  account: { readonly personId: PersonId; readonly providerId: string },
): Promise<void> {
  await tx
    .deleteFrom("accounts")
    .where("person_id", "=", account.personId)
    .where("provider_id", "=", account.providerId)
    .execute();
}

/** Stores a password reset link, replacing any earlier one. */
export async function putRecovery(
  db: Db,
  recovery: {
    readonly personId: PersonId;
    readonly createdBy: PersonId | null;
    readonly tokenHash: string;
    readonly expiresAt: number;
  },
): Promise<void> {
  const { tokenHash, expiresAt, createdBy } = recovery;
  const values = { token_hash: tokenHash, expires_at: expiresAt, created_by: createdBy };
  await db
    .insertInto("recoveries")
    .values({ person_id: recovery.personId, ...values })
    .onConflict((c) => c.column("person_id").doUpdateSet(values))
    .execute();
}

export async function findRecovery(
  db: Db,
  query: { readonly tokenHash: string; readonly now: number },
): Promise<Person | null> {
  const row = await db
    .selectFrom("recoveries as r")
    .innerJoin("people as p", "p.id", "r.person_id")
    .select(["p.id", "p.name", "p.email", "p.is_owner"])
    .where("r.token_hash", "=", query.tokenHash)
    .where("r.expires_at", ">", query.now)
    .where(isIssuerOwner())
    // Links created in the dashboard never work for owners, even if the person became an owner after the link was
    // created.
    .where((eb) => eb.or([eb("p.is_owner", "=", 0), eb("r.created_by", "is", null)]))
    .executeTakeFirst();
  return row === undefined ? null : toPerson(row);
}

export async function forgetRecovery(tx: Tx, personId: PersonId): Promise<void> {
  await tx.deleteFrom("recoveries").where("person_id", "=", personId).execute();
}

/** Newest first. `now` is ISO 8601, as in the column. */
export async function listSessions(
  db: Db,
  query: { readonly personId: PersonId; readonly now: string },
): Promise<readonly SessionShown[]> {
  const rows = await db
    .selectFrom("sessions")
    .select(["id", "ip_address", "user_agent", "created_at", "expires_at"])
    .where("person_id", "=", query.personId)
    .where("expires_at", ">", query.now)
    .orderBy("created_at", "desc")
    .execute();
  return rows.map((row) => ({
    id: row.id as SessionId,
    address: row.ip_address || null,
    userAgent: row.user_agent || null,
    createdAt: Date.parse(row.created_at),
    expiresAt: Date.parse(row.expires_at),
  }));
}

export async function deleteSession(
  db: Db,
  session: { readonly personId: PersonId; readonly id: string },
): Promise<void> {
  await db
    .deleteFrom("sessions")
    .where("id", "=", session.id)
    .where("person_id", "=", session.personId)
    .execute();
}

export async function deleteSessions(tx: Tx, personId: PersonId): Promise<void> {
  await tx.deleteFrom("sessions").where("person_id", "=", personId).execute();
}
