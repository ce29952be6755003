import type { Tx } from "../db/index.ts";
import { newId } from "../std/id.ts";
import * as accounts from "./account-store.ts";
import { nameOfIdentity } from "./new-person.ts";
import type { Invitation, Person, PersonId } from "./person.ts";
import type { Identity } from "./providers/provider.ts";
import * as store from "./store.ts";

/** Why somebody whom a provider vouches for is not let in. */
export type ProviderProblem =
  /** They cancelled, or the provider refused. */
  | "denied"
  /** The flow is older than ten minutes, or was begun in another browser. */
  | "expired"
  /** The provider or its answer failed. */
  | "failed"
  /** The provider has no address of theirs that it has verified. */
  | "unverified"
  /** Nobody invited this address. */
  | "not-invited"
  /** The invitation is used, too old, or another address's. */
  | "no-invitation"
  /** Somebody here has the address: they sign in as they did, and connect the provider in their account. */
  | "known-address"
  /** It is connected to another person here. */
  | "taken";

export interface IdentifyDeps {
  readonly tx: Tx;
  readonly now: number;
  /** In lower case: their people need no invitation. */
  readonly domains: readonly string[];
}

/**
 * The person that an identity is, made where it may be. The rules, in their order:
 * 1. An identity that is connected to a person is that person. Its address does not matter any more.
 * 2. Somebody signed in connects an identity that is nobody's: only so does an existing person get one. An address is
 *    never enough, since whoever joined under it may not be whom it belongs to.
 * 3. Somebody new needs an address that the provider has verified, and an invitation: the link that they came by, one
 *    of that address, or a domain that the operator lets in.
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
    let made = person;
    for (const one of invitations) made = await store.useInvitation(tx, one, made, now);
    return made;
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
