import type { Branded } from "../std/id.ts";
import type { Project, ProjectId } from "./project.ts";

export type ApiKeyId = Branded<"ApiKeyId">;

/**
 * `read` allows GET and HEAD; `write` allows everything (R24). `collect` allows only sending events and logs, so that
 * the key can be used in a URL, where others may see it.
 */
export type Scope = "read" | "write" | "collect";

/** An API key as stored, without the key itself. */
export interface ApiKey {
  readonly id: ApiKeyId;
  readonly projectId: ProjectId;
  readonly name: string;
  /** The key's first seven characters, including `dw_`, so that people can recognize it. */
  readonly prefix: string;
  readonly scope: Scope;
  /** IP addresses and CIDR ranges from which the key may be used. An empty list allows all addresses. */
  readonly allowList: readonly string[];
  readonly createdAt: number;
  readonly expiresAt: number | null;
  readonly lastUsedAt: number | null;
  readonly revokedAt: number | null;
}

/** A valid key and its project. */
export interface AuthenticatedKey {
  readonly apiKey: ApiKey;
  readonly project: Project;
}
