import type { Database, Tx } from "../db/index.ts";
import { AppError } from "../errors.ts";
import { limits } from "../limits.ts";
import type { Clock } from "../std/clock.ts";
import { newId } from "../std/id.ts";
import * as accounts from "./account-store.ts";
import { changePeople } from "./change-people.ts";
import { hashOfToken, newToken } from "./link-token.ts";
import { checkPassword } from "./new-person.ts";
import type { People } from "./people.ts";

interface RecoveryDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly hashPassword: (password: string) => Promise<string>;
}

/** Manages one-time password reset links, valid for an hour. Only the hash of a link's token is stored. */
export function createRecovery({
  database,
  clock,
  hashPassword,
}: RecoveryDeps): Pick<People, "recover" | "findRecovery" | "setPassword"> {
  const { db } = database;
  const find = (tx: Tx | typeof db, token: string) =>
    accounts.findRecovery(tx, { tokenHash: hashOfToken(token), now: clock.now() });
  return {
    async recover({ personId, createdBy }) {
      const token = newToken();
      const expiresAt = clock.now() + limits.people.recoveryMs;
      await accounts.putRecovery(db, { personId, createdBy, tokenHash: hashOfToken(token), expiresAt });
      return { token };
    },
    findRecovery: (token) => find(db, token),
    async setPassword(token, password) {
      checkPassword(password, "password");
      // Hashing is slow on purpose. Don't hash a password without a valid link.
      if ((await find(db, token)) === null) throw noRecovery();
      const passwordHash = await hashPassword(password);
      return changePeople(database, async (tx) => {
        const person = await find(tx, token);
        if (person === null) throw noRecovery();
        await accounts.forgetRecovery(tx, person.id);
        const at = new Date(clock.now()).toISOString();
        await accounts.putPassword(tx, { personId: person.id, passwordHash, at, accountId: newId("acc") });
        // Signs out anyone who knew the old password or stole a session.
        await accounts.deleteSessions(tx, person.id);
        return person;
      });
    },
  };
}

function noRecovery(): AppError {
  return new AppError("not_found", "This link was already used or has expired. Ask for a new one.");
}
