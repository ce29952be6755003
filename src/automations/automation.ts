import type { JobId } from "../jobs/index.ts";
import type { ProjectId } from "../projects/index.ts";
import type { Branded } from "../std/id.ts";

export type AutomationId = Branded<"AutomationId">;
export type RunId = Branded<"RunId">;

/** A project's rule that starts jobs. */
export interface Automation {
  readonly id: AutomationId;
  readonly projectId: ProjectId;
  readonly name: string;
  /** The instruction for each run. The cause of the run is appended to it. */
  readonly prompt: string;
  readonly model: string | null;
  readonly trigger: Trigger;
  /** If not null, each run starts jobs for opportunities (R74) instead of one job for the instruction. */
  readonly opportunities: LargestOpportunities | null;
  readonly enabled: boolean;
  readonly createdAt: number;
  /** The next due time. Null if the automation is disabled or has no schedule. */
  readonly nextAt: number | null;
  /** A human-readable reason why the latest run or check failed; null if it did not fail. */
  readonly problem: string | null;
}

/** Which opportunities a run starts. */
export interface LargestOpportunities {
  /** Only this many of the largest open opportunities are started. */
  readonly limit: number;
  /** The automation's jobs have at most this many open pull requests at a time. */
  readonly openPullRequestsMax: number;
  /** Empty for all kinds. */
  readonly kinds: readonly string[];
}

export type Trigger =
  | {
      readonly type: "schedule";
      /** Five fields: minute, hour, day of the month, month, day of the week. */
      readonly cron: string;
      /** IANA name. */
      readonly timeZone: string;
    }
  | {
      readonly type: "push";
      readonly repositoryUrl: string;
      /** Null for the default branch. */
      readonly ref: string | null;
      /** Globs. Empty for all files. */
      readonly paths: readonly string[];
      /** Only pushes that merge a pull request. */
      readonly mergedOnly: boolean;
    }
  /** Started only by `run`, from the API, the command line or the dashboard. Every automation supports `run`. */
  | { readonly type: "api" };

export interface Run {
  readonly id: RunId;
  readonly automationId: AutomationId;
  readonly status: "waiting" | "running" | "done";
  readonly why: string;
  readonly jobId: JobId | null;
  readonly outcome: RunOutcome | null;
  readonly createdAt: number;
  readonly finishedAt: number | null;
}

/** `skipped`: the automation was disabled before the run started. */
export type RunOutcome = "pull_request" | "nothing_to_do" | "failed" | "skipped";

/** Why a run is due: `why` is a human-readable sentence, and `text` is appended to the agent's instruction. */
export interface Cause {
  readonly why: string;
  readonly text: string;
}

/** A claimed check of a watched branch. */
export interface WatchedBranch {
  readonly automation: Automation;
  readonly jobId: JobId | null;
  readonly seenSha: string | null;
  /** The time when the claim expires. A reported push makes the check due again immediately. */
  readonly until: number;
}
