import type { Mirror, Mirrors } from "#repositories";
import type { Database } from "../db/index.ts";
import type { Clock } from "../std/clock.ts";

export interface LocalCodeHostOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly mirrors: Pick<Mirrors, "open">;
  /** The address guard (R66). Throws if the repository is not, or is no longer, allowed. */
  readonly checkAddress: (repositoryUrl: string) => Promise<unknown>;
  /** Repositories below these folders cannot borrow objects from outside, because their paths may come from HTTP. */
  readonly localRepositories: readonly string[];
}

/** The context that the modules of the local code host share. */
export interface LocalHost extends LocalCodeHostOptions {
  /** Opens the mirror and fetches. */
  openMirror(repositoryUrl: string, signal: AbortSignal): Promise<Mirror>;
}
