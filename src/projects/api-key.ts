import type { Branded } from "../std/id.ts";
import type { Project, ProjectId } from "./project.ts";

export type ApiKeyId = Branded<"ApiKeyId">;

/**
 * `read` allows GET and HEAD, `write` everything (R24); `collect` nothing but to send events and logs, so that it may stand
 * in an address, where others may see it.
 */
export type Scope = "read" | "write" | "collect";

/** What is kept of an admin key: never the key itself. */
export interface ApiKey {
  readonly id: ApiKeyId;
  readonly projectId: ProjectId;
  readonly name: string;
  /** The key's first seven characters, `dw_` included, to recognise it by. */
  readonly prefix: string;
  readonly scope: Scope;
  /** IPs and CIDRs from which it may be used; empty allows every address. */
  readonly allowList: readonly string[];
  readonly createdAt: number;
  readonly expiresAt: number | null;
  readonly lastUsedAt: number | null;
  readonly revokedAt: number | null;
}

/** A live key, and the project that it opens. */
export interface AuthenticatedKey {
  readonly apiKey: ApiKey;
  readonly project: Project;
}
