import type { Change } from "#repositories";
import type { Site } from "#site";
import type { Outgoing } from "./secrets.ts";

/** The change to which the policy is applied. */
export interface Proposal {
  readonly changes: readonly Change[];
  /** The old content of changed files, by path; new files are absent. */
  readonly before: ReadonlyMap<string, Uint8Array>;
  /** The site before and after the change. */
  readonly base: Site;
  readonly site: Site;
  /** All other text to publish, from the pull request, the commit and the branch. */
  readonly texts: readonly Outgoing[];
  /** Additional files that the project allows. */
  readonly allowed: readonly string[];
  /**
   * The person's own words, without anything that programs or strangers wrote. Data files that these words name may
   * change, unless programs or agents read those files.
   */
  readonly instruction: string;
}
