import type { Database, Row, Tx } from "../db/index.ts";
import { type FailureCode, TurnError } from "../errors.ts";
import { limits } from "../limits.ts";
import type { Clock } from "../std/clock.ts";
import { newId } from "../std/id.ts";
import { dropChanges } from "./archive.ts";
import { appendEvents, eventChannel, type NewEvent } from "./events.ts";
import type { BranchCommit, CheckOutcome, FileChange, JobPullRequest, MessageRole } from "./job.ts";
import { appendEntry, type JournalEntry, type NewJournalEntry, readAnswers, readJournal } from "./journal.ts";
import { type ClaimedTurn, renewLease, type TurnStart, turnChannel } from "./queue.ts";
import { pack, toJob } from "./rows.ts";
import { takeJob } from "./store.ts";

/** Thrown by every write of a worker that does not hold the turn any more. */
export class LeaseLost extends Error {
  override readonly name = "LeaseLost";
}

/**
 * What a turn writes down, under its lease: a write by a worker whose lease lapsed, or whose job was cancelled,
 * throws `LeaseLost` and changes nothing.
 */
export interface TurnRecord {
  /** The entries that earlier claims journalled, oldest first. */
  journal(): Promise<readonly JournalEntry[]>;
  /**
   * Entries in which this tool answered, of the job's earlier turns that pushed to this branch, oldest first; others may
   * be among them.
   */
  answersOf(tool: string, branch: string): Promise<readonly unknown[]>;
  /** The commits that this turn, also when it is resumed, works from. */
  begin(beginning: TurnBeginning): Promise<void>;
  /** Forgets the journal and goes on from other commits, beginning with this entry. */
  restart(start: TurnStart, entry: unknown): Promise<void>;
  append(entry: NewJournalEntry): Promise<void>;
  events(events: readonly NewEvent[]): Promise<void>;
  /** Makes the branch the job's own, or throws `branch_exists` where another job holds it. */
  holdBranch(branch: string): Promise<void>;
  pullRequest(
    pullRequest: JobPullRequest,
    event: "pull_request.opened" | "pull_request.updated" | null,
  ): Promise<void>;
  /** Throws `LeaseLost` where the turn is not ours any more. Asked before every step that the world can see. */
  assertHeld(): Promise<void>;
  complete(outcome: TurnOutcome): Promise<void>;
  fail(failure: { code: FailureCode; message: string }, outcome: TurnOutcome): Promise<void>;
}

export interface TurnBeginning {
  readonly start: TurnStart;
  /** The base branch as it is called now. */
  readonly ref: string;
  /** What the conversation is told of it, e.g. that a new branch is begun; null for nothing. */
  readonly notice: string | null;
}

export interface TurnOutcome {
  /** The agent's answer in the conversation; empty for none. */
  readonly answer: string;
  /** What was committed and pushed; null where nothing was. */
  readonly commit: TurnCommit | null;
}

export interface TurnCommit {
  readonly sha: string;
  /** Unified diff of the job's whole change against its base. */
  readonly diff: string;
  readonly files: readonly FileChange[];
  readonly checks: readonly CheckOutcome[];
  /** What the branch has and the base has not, newest first, as many as are kept. */
  readonly commits: readonly BranchCommit[];
  readonly commitCount: number;
}

interface Context {
  readonly database: Database;
  readonly clock: Clock;
}

export function openTurnRecord(context: Context, turn: ClaimedTurn): TurnRecord {
  const { database, clock } = context;
  const jobId = turn.job.id;

  /** One transaction under the lease; nothing is written where it is lost. */
  async function write(work: (tx: Tx, now: number) => Promise<void>): Promise<void> {
    const now = clock.now();
    await database.transaction(async (tx) => {
      await holdLease(tx, turn);
      await work(tx, now);
    });
    database.notify(eventChannel(jobId));
  }

  const end = (ending: Ending) => write((tx, now) => endTurn(tx, turn, ending, now));

  return {
    journal: () => readJournal(database, turn.id),
    answersOf: (tool, branch) => readAnswers(database, turn, { tool, branch }),
    begin: ({ start, ref, notice }) =>
      write(async (tx, now) => {
        await setStart(tx, turn, start);
        await tx.updateTable("jobs").set({ ref }).where("id", "=", jobId).execute();
        await setMessage(tx, turn, "processing");
        if (notice !== null) await say(tx, turn, { role: "notice", text: notice }, now);
        const data = { turn: turn.message.seq, base: start.baseSha, head: start.headSha };
        await appendEvents(tx, { jobId, now }, [{ type: "turn.started", data }]);
      }),
    restart: (start, entry) =>
      write(async (tx, now) => {
        await tx.deleteFrom("journal").where("turn_id", "=", turn.id).execute();
        await setStart(tx, turn, start);
        await appendEntry(tx, turn, { entry, changes: null }, now);
      }),
    append: (entry) => write((tx, now) => appendEntry(tx, turn, entry, now)),
    events: (events) => write((tx, now) => appendEvents(tx, { jobId, now }, events)),
    holdBranch: (branch) => write((tx) => holdBranch(tx, turn, branch)),
    pullRequest: (pullRequest, event) =>
      write(async (tx, now) => {
        await tx
          .updateTable("jobs")
          .set({
            pull_request_number: pullRequest.number,
            pull_request_url: pullRequest.url,
            pull_request_state: pullRequest.state,
          })
          .where("id", "=", jobId)
          .execute();
        const data = { number: pullRequest.number };
        if (event !== null) await appendEvents(tx, { jobId, now }, [{ type: event, data }]);
      }),
    async assertHeld() {
      if (!(await renewLease(context, turn))) throw new LeaseLost("the turn's lease is lost");
    },
    complete: (outcome) => end({ ...outcome, failure: null }),
    fail: (failure, outcome) => end({ ...outcome, failure }),
  };
}

async function holdLease(tx: Tx, turn: ClaimedTurn): Promise<void> {
  const row = await tx
    .selectFrom("turns")
    .select("id")
    .where("id", "=", turn.id)
    .where("lease_token", "=", turn.token)
    .where("status", "=", "running")
    .executeTakeFirst();
  if (row === undefined) throw new LeaseLost("the turn's lease is lost");
}

async function setStart(tx: Tx, turn: ClaimedTurn, start: TurnStart): Promise<void> {
  await tx
    .updateTable("turns")
    .set({ base_sha: start.baseSha, head_sha: start.headSha, branch: start.branch })
    .where("id", "=", turn.id)
    .execute();
}

async function holdBranch(tx: Tx, turn: ClaimedTurn, branch: string): Promise<void> {
  const holder = await tx
    .selectFrom("jobs")
    .select("id")
    .where("repository_url", "=", turn.job.repositoryUrl)
    .where("branch", "=", branch)
    .where("id", "!=", turn.job.id)
    .executeTakeFirst();
  if (holder !== undefined)
    throw new TurnError("branch_exists", `Another job pushes to the branch ${branch}. Name another branch.`);
  await tx.updateTable("turns").set({ branch }).where("id", "=", turn.id).execute();
  await tx.updateTable("jobs").set({ branch }).where("id", "=", turn.job.id).execute();
}

interface Ending extends TurnOutcome {
  readonly failure: { readonly code: FailureCode; readonly message: string } | null;
}

/** Turn, message, answer, job and events in one transaction; the overlay leaves the journal. */
async function endTurn(tx: Tx, turn: ClaimedTurn, ending: Ending, now: number): Promise<void> {
  const message = ending.failure?.message.slice(0, limits.jobs.failureMessageCharsMax) ?? null;
  await tx
    .updateTable("turns")
    .set({
      status: ending.failure === null ? "completed" : "failed",
      finished_at: now,
      lease_until: null,
      failure_code: ending.failure?.code ?? null,
      failure_message: message,
      ...columnsOf(ending.commit),
    })
    .where("id", "=", turn.id)
    .execute();
  await dropChanges(tx, [turn.id]);
  await setMessage(tx, turn, ending.failure === null ? "done" : "failed");
  if (ending.answer !== "") await say(tx, turn, { role: "agent", text: ending.answer }, now);
  const job = await settleJob(
    tx,
    turn,
    ending.failure === null ? null : { ...ending.failure, message: message ?? "" },
    now,
  );
  await appendEvents(tx, { jobId: turn.job.id, now }, eventsOf(job, turn, ending));
}

function columnsOf(commit: TurnCommit | null) {
  if (commit === null) return {};
  return {
    commit_sha: commit.sha,
    diff: pack(Buffer.from(commit.diff)),
    files: JSON.stringify(commit.files),
    checks: JSON.stringify(commit.checks),
    commits: JSON.stringify(commit.commits),
    commit_count: commit.commitCount,
  };
}

/** A failed turn does not stop the queue: the job stays active until it is empty, and its last turn decides (R38). */
async function settleJob(
  tx: Tx,
  turn: ClaimedTurn,
  failure: Ending["failure"],
  now: number,
): Promise<Row<"jobs">> {
  const waiting = await tx
    .selectFrom("turns")
    .select("id")
    .where("job_id", "=", turn.job.id)
    .where("status", "in", ["queued", "running"])
    .executeTakeFirst();
  const status = waiting !== undefined ? "active" : failure === null ? "completed" : "failed";
  const shown = status === "failed" ? failure : null;
  return tx
    .updateTable("jobs")
    .set({
      status,
      failure_code: shown?.code ?? null,
      failure_message: shown?.message ?? null,
      updated_at: now,
    })
    .where("id", "=", turn.job.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

function eventsOf(row: Row<"jobs">, turn: ClaimedTurn, ending: Ending): NewEvent[] {
  const job = toJob(row);
  const events: NewEvent[] = [
    ending.failure === null
      ? { type: "turn.completed", data: { turn: turn.message.seq, commit: ending.commit?.sha ?? null } }
      : { type: "turn.failed", data: { turn: turn.message.seq, ...ending.failure } },
  ];
  if (job.status === "completed") events.push({ type: "job.completed" });
  if (job.status === "failed") events.push({ type: "job.failed", data: { ...job.failure } });
  return events;
}

async function setMessage(tx: Tx, turn: ClaimedTurn, status: string): Promise<void> {
  await tx.updateTable("messages").set({ status }).where("id", "=", turn.message.id).execute();
}

async function say(
  tx: Tx,
  turn: ClaimedTurn,
  said: { role: MessageRole; text: string },
  now: number,
): Promise<void> {
  const job = await takeJob(tx, turn.job.id);
  const seq = job.last_message_seq + 1;
  await tx.updateTable("jobs").set({ last_message_seq: seq }).where("id", "=", turn.job.id).execute();
  await tx
    .insertInto("messages")
    .values({ id: newId("msg"), job_id: turn.job.id, seq, ...said, status: "done", created_at: now })
    .execute();
}

/** Wakes the workers: the job's next turn may be runnable now. */
export function announceTurnEnd(database: Database): void {
  database.notify(turnChannel);
}
