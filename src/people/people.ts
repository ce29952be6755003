import type { ProjectId } from "../projects/index.ts";
import type { KnownDevices } from "./known-devices.ts";
import type { NewPerson } from "./new-person.ts";
import type { Invitation, Member, Person, PersonId, Role, Session, SessionShown } from "./person.ts";
import type { ProviderSignIn } from "./provider-sign-in.ts";

/** Manages the people who use the dashboard, their sessions and their roles. */
export interface People {
  /** Loads the code for signing in, so that the first attempt doesn't delay other requests. */
  prepare(): Promise<void>;
  hasOwner(): Promise<boolean>;
  /** Creates an invitation. The token for its link is returned only here. */
  invite(input: Invite): Promise<{ invitation: Invitation; token: string }>;
  /** Creates the first owner's invitation and revokes earlier ones. */
  inviteFirstOwner(): Promise<{ token: string }>;
  /** Returns null if the token is unknown, used, withdrawn or expired. */
  findInvitation(token: string): Promise<Invitation | null>;
  /** Lists the project's invitations and all owner invitations, newest first. */
  listInvitations(projectId: ProjectId): Promise<readonly Invitation[]>;
  /** Withdraws one of the invitations that `listInvitations` lists. Does nothing if there is no such invitation. */
  withdraw(projectId: ProjectId, invitationId: string): Promise<void>;
  /**
   * Creates a person and uses up the invitation, in one transaction. Throws `not_found` if the token is invalid,
   * `conflict` if the email address is already in use, or `invalid_request` if a field is invalid.
   */
  join(token: string, input: NewPerson): Promise<Person>;
  /**
   * Accepts an invitation for an existing person. Throws `not_found` if the token is invalid, or `conflict` if the
   * invitation is for another email address.
   */
  accept(person: Person, token: string): Promise<void>;
  /** Returns null if nobody has this email address. */
  findByEmail(email: string): Promise<Person | null>;
  listOwners(): Promise<readonly Person[]>;
  /**
   * Returns a one-time password reset token, valid for an hour. An earlier token is revoked. `createdBy` is null for
   * the command line, whose links are the only ones that work for an owner.
   */
  recover(input: {
    readonly personId: PersonId;
    readonly createdBy: PersonId | null;
  }): Promise<{ token: string }>;
  /** Returns the person whom a password reset token is for, or null if the token is invalid. */
  findRecovery(token: string): Promise<Person | null>;
  /** Sets the person's password and ends all their sessions. Throws `not_found` if the token is invalid. */
  setPassword(token: string, password: string): Promise<Person>;
  /** The sign-in providers that the operator has configured. */
  readonly providers: readonly { readonly id: string; readonly name: string }[];
  readonly providerSignIn: ProviderSignIn;
  /** Recognizes browsers in which a person has entered their password. */
  readonly devices: KnownDevices;
  /** Starts a session for a person identified by a provider, and returns its cookies. */
  beginSession(person: Person, client: Pick<SignIn, "address" | "userAgent">): Promise<readonly string[]>;
  /** Returns the IDs of the person's providers, and `password` if the person has a password. */
  listSignInMethods(personId: PersonId): Promise<readonly string[]>;
  /** Throws `conflict` if the provider is the person's only sign-in method. */
  disconnect(personId: PersonId, providerId: string): Promise<void>;
  /**
   * Changes the name or email address. Changing the address requires the password, so that an unattended session is not
   * enough to take over the account. Throws `invalid_request` if the password is wrong, or `conflict` if the address is
   * already in use.
   */
  changeProfile(person: Person, input: Profile): Promise<Person>;
  /** Starts a session, or returns null if the email address or password is wrong, without saying which. */
  signIn(input: SignIn): Promise<SignedIn | null>;
  /**
   * Returns the current session of a request, or null. Sessions are not cached, so that ended ones are rejected
   * immediately.
   */
  findSession(cookies: string | undefined): Promise<Session | null>;
  /** Extends the session and returns its new cookies, or none if it was extended recently. */
  renewSession(cookies: string | undefined): Promise<readonly string[]>;
  /** Ends the session and returns the cookies that delete it from the browser. */
  signOut(cookies: string | undefined): Promise<readonly string[]>;
  /** Newest first. */
  listSessions(personId: PersonId): Promise<readonly SessionShown[]>;
  /** Does nothing if the person has no such session. */
  endSession(personId: PersonId, sessionId: string): Promise<void>;
  /**
   * Changes the password, ends all the person's sessions, and returns the cookies of a new session. Returns null if the
   * current password is wrong. Throws `invalid_request` if the new password is too short or too long.
   */
  changePassword(
    cookies: string | undefined,
    input: { readonly current: string; readonly next: string },
  ): Promise<readonly string[] | null>;
  /** Returns the person's role in a project, or null if they are not a member. */
  roleIn(person: Person, projectId: ProjectId): Promise<Role | null>;
  /** Returns the person's projects and roles, or null for an owner, who has access to all projects. */
  listRoles(person: Person): Promise<ReadonlyMap<ProjectId, Role> | null>;
  /** Owners first. */
  listMembers(projectId: ProjectId): Promise<readonly Member[]>;
  /**
   * Changes a member's role. A former owner keeps this project, in the new role, and the projects that they were added
   * to. Links and invitations that the new role doesn't allow are revoked in the same transaction: links that the
   * member created, and invitations to a higher role. API keys and share links are kept. Throws `not_found` if the
   * person is not a member, or `conflict` if no owner would be left.
   */
  changeRole(projectId: ProjectId, personId: string, role: Role): Promise<void>;
  /**
   * Removes a member from a project, and revokes links and invitations as `changeRole` does. Does not apply to owners.
   */
  removeMember(projectId: ProjectId, personId: string): Promise<void>;
  /**
   * Ends a person's access: removes them from all projects and from the owners, ends their sessions, and revokes every
   * link that they created or that is for them. API keys and share links are kept. Throws `conflict` if the person is
   * the only owner.
   */
  removePerson(personId: PersonId): Promise<void>;
}

export interface Profile {
  readonly name: string;
  readonly email: string;
  /** The current password. */
  readonly password?: string | undefined;
}

export interface Invite {
  readonly role: Role;
  /** Null for an owner, and only for an owner. */
  readonly projectId: ProjectId | null;
  readonly createdBy: PersonId | null;
  /**
   * Restricts the invitation to this email address. A person whose provider has verified this address doesn't need the
   * link.
   */
  readonly email?: string | null | undefined;
}

export interface SignIn {
  readonly email: string;
  readonly password: string;
  /** The client's IP address, shown with the session. */
  readonly address: string;
  readonly userAgent: string | undefined;
}

export interface SignedIn {
  readonly person: Person;
  /** `Set-Cookie` values. */
  readonly cookies: readonly string[];
}
