import type { Branded } from "../std/id.ts";

export type ProjectId = Branded<"ProjectId">;

/** A documentation repository with its keys and jobs. */
export interface Project {
  readonly id: ProjectId;
  readonly name: string;
  /**
   * The repository's URL without credentials: `https://…`, or `file://` and an absolute path for a repository on this
   * machine.
   */
  readonly repositoryUrl: string;
  /** The base branch. Null for the repository's default branch. */
  readonly ref: string | null;
  /** The repository's default branch as last fetched. Null before the first fetch. */
  readonly defaultRef: string | null;
  /** `provider/model`. Null for the installation's default. */
  readonly model: string | null;
  /** The docs folder's path in the repository. Null to detect it automatically. */
  readonly docsFolder: string | null;
  readonly createdAt: number;
}
