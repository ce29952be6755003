import type { ProjectId } from "../projects/index.ts";
import type { NewPerson } from "./new-person.ts";
import type { Invitation, Member, Person, PersonId, Role, Session, SessionShown } from "./person.ts";
import type { ProviderSignIn } from "./provider-sign-in.ts";

/** Who may use the dashboard, and what they may do there. */
export interface People {
  hasOwner(): Promise<boolean>;
  /** The invitation with the token of its link, which is in this answer and nowhere else. */
  invite(input: Invite): Promise<{ invitation: Invitation; token: string }>;
  /** Makes the first owner's invitation; earlier ones end. */
  inviteFirstOwner(): Promise<{ token: string }>;
  /** Null for a token that is unknown, used, withdrawn or too old. */
  findInvitation(token: string): Promise<Invitation | null>;
  /** Those into a project, and those that make owners. Newest first. */
  listInvitations(projectId: ProjectId): Promise<readonly Invitation[]>;
  /** One of those; the link opens nothing any more. Changes nothing where there is none. */
  withdraw(projectId: ProjectId, invitationId: string): Promise<void>;
  /**
   * Makes the person of an invitation and uses it up, both or neither. `not_found` for a token that opens nothing,
   * `conflict` where the address is somebody's, `invalid_request` for what cannot be a name, address or password.
   */
  join(token: string, input: NewPerson): Promise<Person>;
  /**
   * Uses an invitation up for somebody who is here already. `not_found` for a token that opens nothing, `conflict`
   * where it is another address's.
   */
  accept(person: Person, token: string): Promise<void>;
  /** Null for an address that nobody has. */
  findByEmail(email: string): Promise<Person | null>;
  listOwners(): Promise<readonly Person[]>;
  /** A link's token that sets a new password, once, within an hour; an earlier one ends. */
  recover(personId: PersonId): Promise<{ token: string }>;
  /** Whose link it is; null for one that opens nothing. */
  findRecovery(token: string): Promise<Person | null>;
  /** Sets the password of a link's person and ends all their sessions. `not_found` for a link that opens nothing. */
  setPassword(token: string, password: string): Promise<Person>;
  /** Providers beside the password, as the operator has configured them. */
  readonly providers: readonly { readonly id: string; readonly name: string }[];
  readonly providerSignIn: ProviderSignIn;
  /** A new session of somebody whom a provider vouches for, with its cookies. */
  beginSession(person: Person, client: Pick<SignIn, "address" | "userAgent">): Promise<readonly string[]>;
  /** By what they can sign in: ids of providers, and `password`. */
  listWays(personId: PersonId): Promise<readonly string[]>;
  /** `conflict` where it is the last way in. */
  disconnect(personId: PersonId, providerId: string): Promise<void>;
  /**
   * Another name or address. An address needs the password, so that a session that was left open gives nobody the
   * account; `invalid_request` where it is wrong, `conflict` where the address is somebody's.
   */
  changeProfile(person: Person, input: Profile): Promise<Person>;
  /** A new session with its cookies, or null where address and password are not one person's: it is not told which. */
  signIn(input: SignIn): Promise<SignedIn | null>;
  /** The live session of a request's cookies, or null. Looked up each time: one that ended is dead at once. */
  findSession(cookies: string | undefined): Promise<Session | null>;
  /** The cookies of a session that goes on longer than it would have; none where it is young enough. */
  renewSession(cookies: string | undefined): Promise<readonly string[]>;
  /** Ends the session and answers the cookies that make the browser forget it. */
  signOut(cookies: string | undefined): Promise<readonly string[]>;
  /** Newest first. */
  listSessions(personId: PersonId): Promise<readonly SessionShown[]>;
  /** Changes nothing where they have no such session. */
  endSession(personId: PersonId, sessionId: string): Promise<void>;
  /**
   * Ends all their sessions and answers the cookies of a new one; null where the current password is wrong.
   * `invalid_request` for one that is too short or too long.
   */
  changePassword(
    cookies: string | undefined,
    input: { readonly current: string; readonly next: string },
  ): Promise<readonly string[] | null>;
  /** What they may do in a project; null where they do not belong to it. */
  roleIn(person: Person, projectId: ProjectId): Promise<Role | null>;
  /** Their projects with their role in each; null for an owner, who has all. */
  listRoles(person: Person): Promise<ReadonlyMap<ProjectId, Role> | null>;
  /** Owners first. */
  listMembers(projectId: ProjectId): Promise<readonly Member[]>;
  /**
   * Gives somebody of a project another role in it. Who stops being an owner keeps this project, in that role, and no
   * others than they were let into. `not_found` for somebody else, `conflict` where there would be no owner left.
   */
  changeRole(projectId: ProjectId, personId: string, role: Role): Promise<void>;
  /** Ends what someone may do in a project. Owners stay. */
  removeMember(projectId: ProjectId, personId: string): Promise<void>;
}

export interface Profile {
  readonly name: string;
  readonly email: string;
  /** The current one. */
  readonly password?: string | undefined;
}

export interface Invite {
  readonly role: Role;
  /** Null exactly for an owner. */
  readonly projectId: ProjectId | null;
  readonly createdBy: PersonId | null;
  /** Only whoever has this address may use it, also without the link, by a provider that has verified it. */
  readonly email?: string | null | undefined;
}

export interface SignIn {
  readonly email: string;
  readonly password: string;
  /** Of the client, to show with the session. */
  readonly address: string;
  readonly userAgent: string | undefined;
}

export interface SignedIn {
  readonly person: Person;
  /** `Set-Cookie` values. */
  readonly cookies: readonly string[];
}
