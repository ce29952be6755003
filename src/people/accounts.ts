import type { Database } from "../db/index.ts";
import { AppError } from "../errors.ts";
import type { Clock } from "../std/clock.ts";
import * as accounts from "./account-store.ts";
import { checkProfile } from "./new-person.ts";
import type { People } from "./people.ts";
import type { PersonId } from "./person.ts";
import * as store from "./store.ts";

interface AccountsDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly isPassword: (personId: PersonId, password: string) => Promise<boolean>;
}

/** What people change of themselves. */
export function createAccounts({
  database,
  clock,
  isPassword,
}: AccountsDeps): Pick<People, "listWays" | "disconnect" | "changeProfile"> {
  return {
    listWays: (personId) => accounts.listWays(database.db, personId),
    async disconnect(personId, providerId) {
      await database.transaction(async (tx) => {
        const ways = await accounts.listWays(tx, personId);
        if (ways.includes(providerId) && ways.length === 1)
          throw new AppError(
            "conflict",
            "This is the only way in that you have. Ask an owner for a link that sets a password first.",
          );
        if (providerId !== "password") await accounts.deleteAccount(tx, { personId, providerId });
      });
    },
    async changeProfile(person, input) {
      const { name, email } = checkProfile(input);
      if (email !== person.email && !(await isPassword(person.id, input.password ?? "")))
        throw wrongPassword("Another address needs your current password.");
      return database.transaction(async (tx) => {
        const other = await store.findByEmail(tx, email);
        if (other !== null && other.id !== person.id) throw isTaken();
        const changed = { ...person, name, email };
        await store.updatePerson(tx, changed, new Date(clock.now()).toISOString());
        return changed;
      });
    },
  };
}

function wrongPassword(message: string): AppError {
  return new AppError("invalid_request", message, { fields: { details: [{ path: "password", message }] } });
}

/** The address is somebody's here. */
export function isTaken(): AppError {
  const message = "Somebody has this e-mail address here. Sign in, or use another one.";
  return new AppError("conflict", message, { fields: { details: [{ path: "email", message }] } });
}
