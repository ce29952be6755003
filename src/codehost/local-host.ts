import type { Database } from "../db/index.ts";
import type { Clock } from "../std/clock.ts";
import type { Mirror, Mirrors } from "../workspace/index.ts";

export interface LocalCodeHostOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly mirrors: Pick<Mirrors, "open">;
  /** The guard before every address (R66): throws where the repository may not be used, or not any more. */
  readonly checkAddress: (repositoryUrl: string) => Promise<unknown>;
  /** Repositories below these borrow nothing from elsewhere: whoever named one over HTTP may not lead git out of them. */
  readonly localRepositories: readonly string[];
}

/** What the parts of the local host share. */
export interface LocalHost extends LocalCodeHostOptions {
  /** Brought up to date. */
  openMirror(repositoryUrl: string, signal: AbortSignal): Promise<Mirror>;
}
