import type { Tx } from "../db/index.ts";
import type { ProjectId } from "../projects/index.ts";
import { isEnough, type Person, type Role } from "./person.ts";

/**
 * Deletes the links that a person's new role no longer allows: links that they created, and invitations that would
 * restore their previous role. Sessions need no change, because each request looks up the person's current role.
 */
export async function revokeExceeding(
  tx: Tx,
  { id, email, isOwner }: Person,
  { projectId, role }: { readonly projectId: ProjectId; readonly role: Role | null },
): Promise<void> {
  if (isOwner) return;
  await tx.deleteFrom("invitations").where("created_by", "=", id).execute();
  await tx.deleteFrom("recoveries").where("created_by", "=", id).execute();
  const open = await tx
    .selectFrom("invitations")
    .select(["id", "role"])
    .where("email", "=", email)
    .where((eb) => eb.or([eb("project_id", "=", projectId), eb("project_id", "is", null)]))
    .execute();
  for (const invitation of open)
    if (!isEnough(role, invitation.role as Role))
      await tx.deleteFrom("invitations").where("id", "=", invitation.id).execute();
}

/** Deletes a person's roles and sessions, and every link that they created or that is for them. */
export async function revokeAll(tx: Tx, { id, email }: Person): Promise<void> {
  await tx.deleteFrom("members").where("person_id", "=", id).execute();
  await tx.deleteFrom("sessions").where("person_id", "=", id).execute();
  await tx
    .deleteFrom("invitations")
    .where((eb) => eb.or([eb("created_by", "=", id), eb("email", "=", email)]))
    .execute();
  await tx
    .deleteFrom("recoveries")
    .where((eb) => eb.or([eb("created_by", "=", id), eb("person_id", "=", id)]))
    .execute();
}
