import type { Branded } from "../std/id.ts";

export type ProjectId = Branded<"ProjectId">;

/** One docs repository, its keys and its jobs. */
export interface Project {
  readonly id: ProjectId;
  readonly name: string;
  /** Without credentials: `https://…`, or `file://` and the absolute path for a repository on this machine. */
  readonly repositoryUrl: string;
  /** The base branch; null follows the repository's own default branch. */
  readonly ref: string | null;
  /** The repository's default branch when it was last seen; null before that. */
  readonly defaultRef: string | null;
  /** `provider/model`; null follows the installation's. */
  readonly model: string | null;
  /** Where the docs lie in the repository; null finds them. */
  readonly docsFolder: string | null;
  readonly createdAt: number;
}
