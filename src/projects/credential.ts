import type { ProjectId } from "./project.ts";

/** The kind of service that a credential is for. */
export type CredentialKind = "model" | "code_host";

/** Indicates that a credential exists. Its value is never shown again. */
export interface Credential {
  readonly kind: CredentialKind;
  /** The provider (`anthropic`), or the host (`github.com`). */
  readonly name: string;
  readonly createdAt: number;
}

/** Identifies a credential. A project has at most one per kind and name. */
export interface CredentialPlace {
  readonly projectId: ProjectId;
  readonly kind: CredentialKind;
  readonly name: string;
}

/**
 * Stores a project's keys for other services, encrypted. A value is decrypted only for the call that needs it, and must
 * never reach a prompt, event, log, error or response.
 */
export interface Credentials {
  /** Stores the value, replacing any previous one. Throws `invalid_request` if it can't be a credential. */
  sealCredential(place: CredentialPlace, value: string): Promise<Credential>;
  /**
   * Returns the value, or null if the project has no such credential. Throws `unavailable` if it was sealed with
   * another DOCWRIGHT_SECRET or was tampered with.
   */
  openCredential(place: CredentialPlace): Promise<string | null>;
  /** Lists the credentials without their values, by kind and name. */
  listCredentials(projectId: ProjectId): Promise<readonly Credential[]>;
  /** Returns false if there was no such credential. */
  removeCredential(place: CredentialPlace): Promise<boolean>;
}

/** Returns what identifies a project's credential for its repository's host. A project has one credential per host. */
export function codeHostPlace(projectId: string, repositoryUrl: string): CredentialPlace {
  return { projectId: projectId as ProjectId, kind: "code_host", name: new URL(repositoryUrl).host };
}
