import type { Tx } from "../db/index.ts";
import { newId } from "../std/id.ts";
import * as accounts from "./account-store.ts";
import { nameOfIdentity } from "./new-person.ts";
import type { Invitation, Person, PersonId } from "./person.ts";
import type { Identity } from "./providers/provider.ts";
import * as store from "./store.ts";

/** Why signing in with a provider failed. */
export type ProviderProblem =
  /** The person canceled, or the provider refused. */
  | "denied"
  /** The flow is older than ten minutes, or was started in another browser. */
  | "expired"
  /** The provider failed, or its response was invalid. */
  | "failed"
  /** The provider hasn't verified an email address for this person. */
  | "unverified"
  /** The email address has no invitation. */
  | "not-invited"
  /** The invitation was used, has expired, or is for another email address. */
  | "no-invitation"
  /** The email address is already in use. The person must sign in as before, then connect the provider. */
  | "known-address"
  /** The identity is connected to another person. */
  | "taken";

export interface IdentifyDeps {
  readonly tx: Tx;
  readonly now: number;
  /** The domains, in lower case. People with an address in these domains don't need an invitation. */
  readonly domains: readonly string[];
}

/**
 * Returns the person with this identity, creating them if allowed. The rules, in order:
 * 1. An identity that is connected to a person belongs to that person, regardless of its email address.
 * 2. An existing person gets a new identity only by connecting it while signed in. A matching email address
 *    is not enough, because the person who joined with it may not own it.
 * 3. A new person needs a verified email address, and an invitation link, an invitation for that address, or
 *    an address in a domain that the operator allows.
 */
export async function identify(
  { tx, now, domains }: IdentifyDeps,
  identity: Identity,
  by: {
    readonly personId: PersonId | null;
    readonly invitation: Invitation | null;
    readonly hasLink: boolean;
  },
): Promise<Person | ProviderProblem> {
  const { providerId, accountId, verifiedEmail } = identity;
  const known = await accounts.findByAccount(tx, { providerId, accountId });
  if (by.personId !== null) {
    if (known !== null) return known.id === by.personId ? known : "taken";
    const person = await store.findPerson(tx, by.personId);
    if (person === null) return "expired";
    await accounts.insertAccount(tx, { ...accountOf(identity, now), personId: person.id });
    return person;
  }
  const invited =
    verifiedEmail === null ? [] : await store.listInvitationsOf(tx, { email: verifiedEmail, now });
  const use = async (person: Person, invitations: readonly Invitation[]) => {
    let current = person;
    for (const invitation of invitations) current = await store.useInvitation(tx, invitation, current, now);
    return current;
  };
  if (known !== null) return use(known, invited);
  if (verifiedEmail === null) return "unverified";
  if (await store.isKnown(tx, verifiedEmail)) return "known-address";

  const { invitation } = by;
  if (by.hasLink && (invitation === null || ![null, verifiedEmail].includes(invitation.email)))
    return "no-invitation";
  const all =
    invitation === null ? invited : [invitation, ...invited.filter(({ id }) => id !== invitation.id)];
  const isOfDomain = domains.includes(verifiedEmail.slice(verifiedEmail.lastIndexOf("@") + 1));
  if (all.length === 0 && !isOfDomain) return "not-invited";

  const person: Person = {
    id: newId("per"),
    name: nameOfIdentity(identity.name, verifiedEmail),
    email: verifiedEmail,
    isOwner: false,
  };
  const at = new Date(now).toISOString();
  await store.insertPerson(tx, person, { at, isEmailVerified: true });
  await accounts.insertAccount(tx, { ...accountOf(identity, now), personId: person.id });
  return use(person, all);
}

function accountOf({ providerId, accountId }: Identity, now: number) {
  return { id: newId<"AccountId">("acc"), providerId, accountId, at: new Date(now).toISOString() };
}
