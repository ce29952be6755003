import type {
  Person,
  Role,
  SessionShown,
  Invitation as StoredInvitation,
  Member as StoredMember,
} from "../../people/index.ts";
import type { ApiKey, Project } from "../../projects/index.ts";

/**
 * What the dashboard and the service say to each other beside the agent's API. Not a public interface: both ends are
 * of one version.
 */
export type { Role } from "../../people/index.ts";

export interface WirePerson {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly isOwner: boolean;
}

export interface WireSession {
  readonly person: WirePerson;
  /** Without a slash at its end. */
  readonly baseUrl: string;
  /** `provider/model` where a project names none. */
  readonly defaultModel: string;
  /** Of the service. */
  readonly version: string;
}

export interface WireProject {
  readonly id: string;
  readonly name: string;
  readonly repositoryUrl: string;
  /** The base branch as set; null follows the repository's default branch. */
  readonly ref: string | null;
  /** The repository's default branch when it was last seen. */
  readonly defaultRef: string | null;
  readonly model: string | null;
  readonly docsFolder: string | null;
  readonly createdAt: string;
  /** Of the person who asks. */
  readonly role: Role;
}

/** The docs that a branch of a repository has. */
export interface FoundDocs {
  readonly pages: number;
  /** What was found, or what to do where nothing was. */
  readonly sentence: string;
}

/** Whose keys a project may have of its own. */
export const modelProviders = ["anthropic", "openai", "google", "openai-compatible"] as const;

/** What can be set together, as it is to be shown. */
export interface WireSettingsSection {
  readonly id: string;
  readonly fields: readonly WireSettingField[];
  readonly values: Readonly<Record<string, unknown>>;
}

export interface WireSettingField {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of what it takes, with its default. */
  readonly schema: Readonly<Record<string, unknown>>;
}

/** Whether a model answers, in a sentence. */
export interface WireModelTrial {
  readonly ok: boolean;
  readonly message: string;
}

/** That there is one: its value is shown to nobody. */
export interface WireModelKey {
  readonly provider: string;
  readonly createdAt: string;
}

export interface WireKey {
  readonly id: string;
  readonly name: string;
  readonly prefix: string;
  readonly scope: "read" | "write" | "collect";
  readonly allowList: readonly string[];
  readonly createdAt: string;
  readonly expiresAt: string | null;
  readonly lastUsedAt: string | null;
  readonly revokedAt: string | null;
}

/** By what somebody can sign in. */
export interface WireAccount {
  readonly hasPassword: boolean;
  readonly providers: readonly {
    readonly id: string;
    readonly name: string;
    readonly isConnected: boolean;
  }[];
}

export interface WireInvitation {
  readonly id: string;
  readonly role: Role;
  /** Only whoever has this address may use it; null for whoever has the link. */
  readonly email: string | null;
  readonly createdAt: string;
  readonly expiresAt: string;
}

export interface WireMember {
  readonly person: WirePerson;
  readonly role: Role;
}

export interface WireBrowser {
  readonly id: string;
  readonly address: string | null;
  readonly userAgent: string | null;
  readonly createdAt: string;
  /** The one that asks. */
  readonly isThis: boolean;
}

export const toWirePerson = ({ id, name, email, isOwner }: Person): WirePerson => ({
  id,
  name,
  email,
  isOwner,
});

export function toWireProject(project: Project, role: Role): WireProject {
  const { id, name, repositoryUrl, ref, defaultRef, model, docsFolder, createdAt } = project;
  return { id, name, repositoryUrl, ref, defaultRef, model, docsFolder, createdAt: iso(createdAt), role };
}

export function toWireKey(key: ApiKey): WireKey {
  const { id, name, prefix, scope, allowList } = key;
  return {
    ...{ id, name, prefix, scope, allowList },
    createdAt: iso(key.createdAt),
    expiresAt: isoOrNull(key.expiresAt),
    lastUsedAt: isoOrNull(key.lastUsedAt),
    revokedAt: isoOrNull(key.revokedAt),
  };
}

export function toWireInvitation(invitation: StoredInvitation): WireInvitation {
  const { id, role, email, createdAt, expiresAt } = invitation;
  return { id, role, email, createdAt: iso(createdAt), expiresAt: iso(expiresAt) };
}

export const toWireMember = ({ person, role }: StoredMember): WireMember => ({
  person: toWirePerson(person),
  role,
});

export function toWireBrowser(session: SessionShown, thisId: string): WireBrowser {
  const { id, address, userAgent, createdAt } = session;
  return { id, address, userAgent, createdAt: iso(createdAt), isThis: id === thisId };
}

function iso(at: number): string {
  return new Date(at).toISOString();
}

function isoOrNull(at: number | null): string | null {
  return at === null ? null : iso(at);
}
