import type { ProjectId } from "../projects/index.ts";
import type { Branded } from "../std/id.ts";

export type PersonId = Branded<"PersonId">;

/** A user of the dashboard. */
export interface Person {
  readonly id: PersonId;
  readonly name: string;
  /** The email address in lower case. */
  readonly email: string;
  /** Owners may do everything in every project. Other people have a role in each of their projects. */
  readonly isOwner: boolean;
}

/**
 * Owners manage the service and its people, members edit projects, and viewers can only view them. Each role includes
 * the permissions of the next role.
 */
export type Role = "owner" | "member" | "viewer";

const rank: Readonly<Record<Role, number>> = { viewer: 1, member: 2, owner: 3 };

/** Returns whether `role` includes `needed`. Without a role, a person has no permissions. */
export function isEnough(role: Role | null, needed: Role): boolean {
  return role !== null && rank[role] >= rank[needed];
}

/** A person with access to a project. */
export interface Member {
  readonly person: Person;
  readonly role: Role;
}

export type InvitationId = Branded<"InvitationId">;

/**
 * A link with which one new person can join. Owner invitations have no project, because owners have access to all
 * projects.
 */
export interface Invitation {
  readonly id: InvitationId;
  readonly role: Role;
  readonly projectId: ProjectId | null;
  /** Only a person with this address, in lower case, may use the link. Null if anyone with the link may use it. */
  readonly email: string | null;
  readonly createdAt: number;
  readonly expiresAt: number;
}

export type SessionId = Branded<"SessionId">;

/** A signed-in browser. */
export interface Session {
  readonly id: SessionId;
  readonly person: Person;
}

/** A session as listed in the person's account. */
export interface SessionShown {
  readonly id: SessionId;
  readonly address: string | null;
  readonly userAgent: string | null;
  readonly createdAt: number;
  readonly expiresAt: number;
}
