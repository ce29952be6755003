import type { Database } from "../db/index.ts";
import { AppError, invalidField } from "../errors.ts";
import type { Clock } from "../std/clock.ts";
import * as accounts from "./account-store.ts";
import { changePeople } from "./change-people.ts";
import { checkProfile } from "./new-person.ts";
import type { People } from "./people.ts";
import type { PersonId } from "./person.ts";
import * as store from "./store.ts";

interface AccountsDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly isPassword: (personId: PersonId, password: string) => Promise<boolean>;
}

/** Manages people's own profiles and sign-in methods. */
export function createAccounts({
  database,
  clock,
  isPassword,
}: AccountsDeps): Pick<People, "listSignInMethods" | "disconnect" | "changeProfile"> {
  return {
    listSignInMethods: (personId) => accounts.listSignInMethods(database.db, personId),
    async disconnect(personId, providerId) {
      await changePeople(database, async (tx) => {
        const methods = await accounts.listSignInMethods(tx, personId);
        if (methods.includes(providerId) && methods.length === 1)
          throw new AppError(
            "conflict",
            "This is your only sign-in method. Ask an owner for a password reset link first.",
          );
        if (providerId !== "password") await accounts.deleteAccount(tx, { personId, providerId });
      });
    },
    async changeProfile(person, input) {
      const { name, email } = checkProfile(input);
      if (email !== person.email && !(await isPassword(person.id, input.password ?? "")))
        throw invalidField("password", "Enter your current password to change your email address.");
      return changePeople(database, async (tx) => {
        const other = await store.findByEmail(tx, email);
        if (other !== null && other.id !== person.id) throw isTaken();
        const changed = { ...person, name, email };
        await store.updatePerson(tx, changed, new Date(clock.now()).toISOString());
        return changed;
      });
    },
  };
}

/** The error for an email address that is already in use. */
export function isTaken(): AppError {
  const message = "That email address is already in use. Sign in, or use another address.";
  return invalidField("email", message, "conflict");
}
