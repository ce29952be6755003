import type { Database, Tx } from "../db/index.ts";
import { AppError } from "../errors.ts";
import { limits } from "../limits.ts";
import type { Clock } from "../std/clock.ts";
import { newId } from "../std/id.ts";
import { changePeople } from "./change-people.ts";
import { hashOfToken, newToken } from "./link-token.ts";
import { checkEmail } from "./new-person.ts";
import type { Invite, People } from "./people.ts";
import type { Invitation } from "./person.ts";
import * as store from "./store.ts";

const { invitationMs, invitationsPerProjectMax } = limits.people;

export interface Invitations {
  readonly people: Pick<
    People,
    "invite" | "inviteFirstOwner" | "findInvitation" | "listInvitations" | "withdraw"
  >;
  /** Deletes the invitation from the store, so that its link can't be used again. */
  use(tx: Tx, token: string): Promise<Invitation | null>;
}

/** Manages one-time links with which new people join. Only the hash of a link's token is stored. */
export function createInvitations({ database, clock }: { database: Database; clock: Clock }): Invitations {
  const { db } = database;

  async function insert(tx: Tx, { role, projectId, createdBy, email = null }: Invite) {
    const token = newToken();
    const now = clock.now();
    const invitation = await store.insertInvitation(tx, {
      id: newId<"InvitationId">("inv"),
      token_hash: hashOfToken(token),
      role,
      project_id: projectId,
      created_by: createdBy,
      created_at: now,
      expires_at: now + invitationMs,
      email,
    });
    return { invitation, token };
  }

  return {
    people: {
      invite: (given) =>
        changePeople(database, async (tx) => {
          const email = given.email === undefined || given.email === null ? null : checkEmail(given.email);
          const input = { ...given, email };
          await store.forgetInvitations(tx, clock.now());
          if ((await store.countInvitations(tx, input.projectId)) >= invitationsPerProjectMax)
            throw new AppError(
              "conflict",
              `There are already ${invitationsPerProjectMax} open invitations, the maximum. Withdraw one first.`,
            );
          return insert(tx, input);
        }),
      inviteFirstOwner: () =>
        changePeople(database, async (tx) => {
          await store.forgetFirstOwnerInvitations(tx);
          return insert(tx, { role: "owner", projectId: null, createdBy: null });
        }),
      findInvitation: (token) =>
        store.findInvitation(db, { tokenHash: hashOfToken(token), now: clock.now() }),
      listInvitations: (projectId) => store.listInvitations(db, { projectId, now: clock.now() }),
      withdraw: (projectId, id) => store.deleteInvitation(db, { id, projectId }),
    },
    async use(tx, token) {
      const invitation = await store.findInvitation(tx, { tokenHash: hashOfToken(token), now: clock.now() });
      if (invitation !== null) await store.deleteInvitation(tx, invitation);
      return invitation;
    },
  };
}
