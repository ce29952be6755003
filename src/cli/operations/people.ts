import type { App } from "../../compose.ts";
import { AppError } from "../../errors.ts";

export interface PeopleOperations {
  /** Without an address, the link is for the only owner. If there is no owner yet, it creates the first one. */
  "owner.link": (input: { email: string | null }) => Promise<OwnerLink>;
}

interface OwnerLink {
  readonly link: string;
  /** The owner whose password it resets; null if it creates the first owner. */
  readonly email: string | null;
}

export function peopleOperations(app: App): PeopleOperations {
  return {
    async "owner.link"({ email }) {
      const first = await app.inviteFirstOwner();
      if (first !== null) return { link: first, email: null };
      const owners = await app.people.listOwners();
      const named = email === null ? owners : owners.filter((owner) => owner.email === email.toLowerCase());
      const [owner, ...others] = named;
      const addresses = owners.map((one) => one.email).join(", ");
      if (owner === undefined)
        throw new AppError("not_found", `No owner has the address ${email}. The owners are ${addresses}.`);
      if (others.length > 0)
        throw new AppError(
          "invalid_request",
          `There are several owners. Choose one with --email: ${addresses}.`,
        );
      return { link: await app.recover(owner), email: owner.email };
    },
  };
}
