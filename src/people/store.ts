import type { Db, NewRow, Row, Tx } from "../db/index.ts";
import type { ProjectId } from "../projects/index.ts";
import { isIssuerOwner } from "./is-issuer-owner.ts";
import {
  type Invitation,
  type InvitationId,
  isEnough,
  type Member,
  type Person,
  type PersonId,
  type Role,
} from "./person.ts";

export async function hasOwner(db: Db): Promise<boolean> {
  const row = await db.selectFrom("people").select("id").where("is_owner", "=", 1).executeTakeFirst();
  return row !== undefined;
}

export async function isKnown(tx: Tx, email: string): Promise<boolean> {
  return (
    (await tx.selectFrom("people").select("id").where("email", "=", email).executeTakeFirst()) !== undefined
  );
}

export async function insertPerson(
  tx: Tx,
  person: Person,
  { at, isEmailVerified }: { readonly at: string; readonly isEmailVerified: boolean },
): Promise<void> {
  await tx
    .insertInto("people")
    .values({
      id: person.id,
      name: person.name,
      email: person.email,
      email_verified: isEmailVerified ? 1 : 0,
      is_owner: person.isOwner ? 1 : 0,
      created_at: at,
      updated_at: at,
    })
    .execute();
}

export async function findPerson(db: Db, id: string): Promise<Person | null> {
  const row = await db.selectFrom("people").selectAll().where("id", "=", id).executeTakeFirst();
  return row === undefined ? null : toPerson(row);
}

export async function findByEmail(db: Db, email: string): Promise<Person | null> {
  const row = await db.selectFrom("people").selectAll().where("email", "=", email).executeTakeFirst();
  return row === undefined ? null : toPerson(row);
}

export async function listOwners(db: Db): Promise<readonly Person[]> {
  const rows = await db.selectFrom("people").selectAll().where("is_owner", "=", 1).orderBy("email").execute();
  return rows.map(toPerson);
}

/** A changed email address becomes unverified. */
export async function updatePerson(tx: Tx, { id, name, email, isOwner }: Person, at: string): Promise<void> {
  const before = await findPerson(tx, id);
  await tx
    .updateTable("people")
    .set({
      ...{ name, email, updated_at: at, is_owner: isOwner ? 1 : 0 },
      ...(before?.email === email ? {} : { email_verified: 0 }),
    })
    .where("id", "=", id)
    .execute();
}

/** Deletes the invitation and gives the person the invitation's role, unless they already have a higher role. */
export async function useInvitation(
  tx: Tx,
  invitation: Invitation,
  person: Person,
  now: number,
): Promise<Person> {
  await deleteInvitation(tx, invitation);
  const { role, projectId } = invitation;
  if (projectId === null || role === "owner") {
    const owner = { ...person, isOwner: true };
    await updatePerson(tx, owner, new Date(now).toISOString());
    return owner;
  }
  await raiseMember(tx, { projectId, personId: person.id, role, now });
  return person;
}

interface NewMember {
  readonly projectId: ProjectId;
  readonly personId: PersonId;
  readonly role: Role;
  readonly now: number;
}

/** Raises the member's role to at least this role. */
export async function raiseMember(tx: Tx, member: NewMember): Promise<void> {
  const { projectId, personId, role } = member;
  const before = await findRole(tx, { projectId, personId });
  if (!isEnough(before, role)) await putMember(tx, member);
}

/** Sets the member's role, replacing any previous one. */
export async function putMember(tx: Tx, { projectId, personId, role, now }: NewMember): Promise<void> {
  await tx
    .insertInto("members")
    .values({ project_id: projectId, person_id: personId, role, created_at: now })
    .onConflict((c) => c.columns(["project_id", "person_id"]).doUpdateSet({ role }))
    .execute();
}

export async function insertInvitation(tx: Tx, values: NewRow<"invitations">): Promise<Invitation> {
  return toInvitation(
    await tx.insertInto("invitations").values(values).returningAll().executeTakeFirstOrThrow(),
  );
}

export async function countInvitations(tx: Tx, projectId: ProjectId | null): Promise<number> {
  const row = await tx
    .selectFrom("invitations")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("project_id", projectId === null ? "is" : "=", projectId)
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

export async function forgetInvitations(tx: Tx, expiredAt: number): Promise<void> {
  await tx.deleteFrom("invitations").where("expires_at", "<=", expiredAt).execute();
}

/** Deletes the invitations that were created on the command line, which have no creator. */
export async function forgetFirstOwnerInvitations(tx: Tx): Promise<void> {
  await tx.deleteFrom("invitations").where("created_by", "is", null).execute();
}

export async function findInvitation(
  db: Db,
  query: { readonly tokenHash: string; readonly now: number },
): Promise<Invitation | null> {
  const row = await db
    .selectFrom("invitations")
    .selectAll()
    .where("token_hash", "=", query.tokenHash)
    .where("expires_at", ">", query.now)
    .where(isIssuerOwner())
    .executeTakeFirst();
  return row === undefined ? null : toInvitation(row);
}

/** Lists the project's invitations and all owner invitations, newest first. */
export async function listInvitations(
  db: Db,
  query: { readonly projectId: ProjectId; readonly now: number },
): Promise<readonly Invitation[]> {
  const rows = await db
    .selectFrom("invitations")
    .selectAll()
    .where((eb) => eb.or([eb("project_id", "=", query.projectId), eb("project_id", "is", null)]))
    .where("expires_at", ">", query.now)
    .where(isIssuerOwner())
    .orderBy("created_at", "desc")
    .execute();
  return rows.map(toInvitation);
}

/** Lists the invitations for this email address, oldest first. */
export async function listInvitationsOf(
  db: Db,
  query: { readonly email: string; readonly now: number },
): Promise<readonly Invitation[]> {
  const rows = await db
    .selectFrom("invitations")
    .selectAll()
    .where("email", "=", query.email)
    .where("expires_at", ">", query.now)
    .where(isIssuerOwner())
    .orderBy("created_at")
    .execute();
  return rows.map(toInvitation);
}

/** Deletes one of the invitations that `listInvitations` lists. */
export async function deleteInvitation(
  db: Db,
  { id, projectId }: { readonly id: string; readonly projectId: ProjectId | null },
): Promise<void> {
  await db
    .deleteFrom("invitations")
    .where("id", "=", id)
    .where((eb) => eb.or([eb("project_id", "=", projectId), eb("project_id", "is", null)]))
    .execute();
}

export async function findRole(
  db: Db,
  member: { readonly projectId: ProjectId; readonly personId: PersonId },
): Promise<Role | null> {
  const row = await db
    .selectFrom("members")
    .select("role")
    .where("project_id", "=", member.projectId)
    .where("person_id", "=", member.personId)
    .executeTakeFirst();
  return row === undefined ? null : (row.role as Role);
}

export async function listRoles(db: Db, personId: PersonId): Promise<ReadonlyMap<ProjectId, Role>> {
  const rows = await db
    .selectFrom("members")
    .select(["project_id", "role"])
    .where("person_id", "=", personId)
    .execute();
  return new Map(rows.map((row) => [row.project_id as ProjectId, row.role as Role]));
}

/** Lists the members, owners first, then by name. */
export async function listMembers(db: Db, projectId: ProjectId): Promise<readonly Member[]> {
  const rows = await db
    .selectFrom("people as p")
    .leftJoin("members as m", (join) =>
      join.onRef("m.person_id", "=", "p.id").on("m.project_id", "=", projectId),
    )
    .select(["p.id", "p.name", "p.email", "p.is_owner", "m.role"])
    .where((eb) => eb.or([eb("p.is_owner", "=", 1), eb("m.role", "is not", null)]))
    .orderBy("p.is_owner", "desc")
    .orderBy("p.name")
    .orderBy("p.id")
    .execute();
  return rows.map((row) => ({
    person: toPerson(row),
    role: row.is_owner === 1 ? "owner" : (row.role as Role),
  }));
}

export async function deleteMember(
  tx: Tx,
  member: { readonly projectId: ProjectId; readonly personId: PersonId },
): Promise<void> {
  await tx
    .deleteFrom("members")
    .where("project_id", "=", member.projectId)
    .where("person_id", "=", member.personId)
    .execute();
}

export function toPerson(row: Pick<Row<"people">, "id" | "name" | "email" | "is_owner">): Person {
  return { id: row.id as PersonId, name: row.name, email: row.email, isOwner: row.is_owner === 1 };
}

function toInvitation(row: Row<"invitations">): Invitation {
  return {
    id: row.id as InvitationId,
    role: row.role as Role,
    projectId: row.project_id as ProjectId | null,
    email: row.email,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  };
}
