import type { ApiKey, AuthenticatedKey, Scope } from "./api-key.ts";
import type { Project, ProjectId } from "./project.ts";
import type { ProjectSettings, SettingField } from "./settings/index.ts";

/** Projects and their keys. */
export interface Projects {
  create(input: CreateProject): Promise<Project>;
  find(id: string): Promise<Project | null>;
  /** Sets all of these: what is absent follows the repository or the installation again. `not_found`. */
  update(id: ProjectId, input: UpdateProject): Promise<Project>;
  /** Puts another repository in the place of the project's; the address is the guard's to check. `not_found`. */
  move(id: ProjectId, to: { repositoryUrl: string; defaultRef: string | null }): Promise<Project>;
  list(): Promise<readonly Project[]>;
  /** What may be set of a project, in the order in which people read it. */
  readonly settingFields: readonly SettingField[];
  /** How its jobs are to be done: the defaults where nothing was set. */
  settings(id: ProjectId): Promise<ProjectSettings>;
  /** See `applyChange`. `not_found`, or `invalid_request` for a value that a field does not take; then nothing changes. */
  changeSettings(id: ProjectId, change: unknown): Promise<ProjectSettings>;
  /** Notes the repository's default branch as a fetch has just seen it. */
  recordDefaultRef(id: ProjectId, ref: string): Promise<void>;
  /** The key is in the answer and nowhere else: it cannot be shown again. */
  createKey(projectId: ProjectId, input: CreateKey): Promise<{ key: string; apiKey: ApiKey }>;
  listKeys(projectId: ProjectId): Promise<readonly ApiKey[]>;
  /** By id or prefix … `not_found` where the project has no such key. Revoking twice changes nothing. */
  revokeKey(projectId: ProjectId, id: string): Promise<ApiKey>;
  /**
   * The key that this text is, where it is live: known, not revoked, not expired. Null otherwise; a wrong checksum
   * is told without a look-up. Records the use, at most once a minute a key.
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
}
