import type { ApiKey, AuthenticatedKey, Scope } from "./api-key.ts";
import type { Project, ProjectId } from "./project.ts";
import type { ProjectSettings, SettingField } from "./settings/index.ts";

export interface Projects {
  create(input: CreateProject): Promise<Project>;
  find(id: string): Promise<Project | null>;
  /** Replaces all these fields. Absent fields are reset to the repository's or installation's default. `not_found`. */
  update(id: ProjectId, input: UpdateProject): Promise<Project>;
  /** Replaces the project's repository. The address guard must have checked the URL. `not_found`. */
  move(id: ProjectId, to: { repositoryUrl: string; defaultRef: string | null }): Promise<Project>;
  list(): Promise<readonly Project[]>;
  /** The settings of a project, in display order. */
  readonly settingFields: readonly SettingField[];
  /** Returns the project's settings, with defaults for settings that are not stored. */
  settings(id: ProjectId): Promise<ProjectSettings>;
  /**
   * See `applyChange`. Throws `not_found`, or `invalid_request` if a value is invalid; in both cases, nothing is
   * changed.
   */
  changeSettings(id: ProjectId, change: unknown): Promise<ProjectSettings>;
  /** Records the default branch that was just fetched from the repository. */
  recordDefaultRef(id: ProjectId, ref: string): Promise<void>;
  /** Creates a key. Its text is returned only here and cannot be shown again. */
  createKey(projectId: ProjectId, input: CreateKey): Promise<{ key: string; apiKey: ApiKey }>;
  listKeys(projectId: ProjectId): Promise<readonly ApiKey[]>;
  /** Lists the unrevoked keys that this person created in any project, oldest first. */
  listKeysBy(personId: string): Promise<readonly ApiKey[]>;
  /** Revokes a key, found by its ID, prefix, name or text. Idempotent. Throws `not_found`. */
  revokeKey(projectId: ProjectId, id: string): Promise<ApiKey>;
  /**
   * Returns the key with this text, or null if it is unknown, revoked or expired. A wrong checksum is detected without
   * a lookup. Records the use, at most once per minute for each key.
   */
  authenticate(key: string): Promise<AuthenticatedKey | null>;
}

export interface CreateProject {
  readonly name: string;
  readonly repositoryUrl: string;
  readonly ref?: string;
  readonly defaultRef?: string;
  readonly model?: string;
  readonly docsFolder?: string;
}

export type UpdateProject = Pick<CreateProject, "name" | "ref" | "model" | "docsFolder">;

export interface CreateKey {
  readonly name: string;
  readonly scope: Scope;
  readonly expiresAt?: number;
  readonly allowList?: readonly string[];
  /** The ID of the person who creates the key; null for the command line. */
  readonly createdBy?: string | null;
}
