export interface AutomationsSchema {
  automations: AutomationsTable;
  automation_runs: AutomationRunsTable;
}

interface AutomationsTable {
  id: string;
  project_id: string;
  name: string;
  prompt: string;
  /** If null, the project's model is used. */
  model: string | null;
  /** JSON: see `automations/automation.ts`. */
  trigger: string;
  enabled: number;
  created_at: number;
  /** For schedules: the next due time. */
  next_at: number | null;
  /** For schedules: the last due time that a run covers. */
  last_due_at: number | null;
  /** The job of the last run. */
  job_id: string | null;
  /** For pushes: the watched repository and branch; a null ref is the default branch. */
  repository_url: string | null;
  ref: string | null;
  /** The branch's commit at the last check; null before the first check. */
  seen_sha: string | null;
  /** The time of the next check. */
  look_at: number | null;
  /** A human-readable reason why the last check or start failed. */
  problem: string | null;
}

interface AutomationRunsTable {
  id: string;
  automation_id: string;
  /** The occasion, e.g. `schedule:1780000000000`. Each occasion has one run. */
  due_key: string;
  /** JSON: the cause, in one form for people and another for the agent. */
  cause: string;
  /** The run's status: waiting, running or done. */
  status: string;
  job_id: string | null;
  /** The job's message that belongs to this run. */
  message_seq: number | null;
  outcome: string | null;
  created_at: number;
  finished_at: number | null;
}
