import type { JobId } from "../jobs/index.ts";
import type { ProjectId } from "../projects/index.ts";
import type { Branded } from "../std/id.ts";

export type AutomationId = Branded<"AutomationId">;
export type RunId = Branded<"RunId">;

/** A rule of a project that starts jobs. */
export interface Automation {
  readonly id: AutomationId;
  readonly projectId: ProjectId;
  readonly name: string;
  /** What the agent is to do each time; what the run was started by is told after it. */
  readonly prompt: string;
  readonly model: string | null;
  readonly trigger: Trigger;
  readonly enabled: boolean;
  readonly createdAt: number;
  /** When its schedule is due next; null for another trigger, or where it is switched off. */
  readonly nextAt: number | null;
  /** Why it came to nothing lately, for people; null for nothing. */
  readonly problem: string | null;
}

export type Trigger =
  | {
      readonly type: "schedule";
      /** Five fields: minute, hour, day of the month, month, day of the week. */
      readonly cron: string;
      /** IANA. */
      readonly timeZone: string;
    }
  | {
      readonly type: "push";
      readonly repositoryUrl: string;
      /** Null follows the default branch. */
      readonly ref: string | null;
      /** Globs; none for every file. */
      readonly paths: readonly string[];
      /** Only pushes that bring in a pull request. */
      readonly mergedOnly: boolean;
    }
  /** Nothing but `run`, which every automation has: by the interface, the command line or the dashboard. */
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

/** `skipped`: the rule was switched off before the run began. */
export type RunOutcome = "pull_request" | "nothing_to_do" | "failed" | "skipped";

/** Why a run is due: a sentence for people, and what the agent is told beside the instruction. */
export interface Cause {
  readonly why: string;
  readonly text: string;
}

/** The automation's row as its runner works with it. */
export interface WatchedBranch {
  readonly automation: Automation;
  readonly jobId: JobId | null;
  readonly seenSha: string | null;
  /** Until when nobody else takes it up, unless a push is told of. */
  readonly until: number;
}
