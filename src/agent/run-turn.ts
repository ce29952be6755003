import { type CodeHost, HostError } from "../codehost/index.ts";
import { TurnError } from "../errors.ts";
import type { ClaimedTurn, RunTurn, TurnRecord } from "../jobs/index.ts";
import type { ProjectSettings } from "../projects/index.ts";
import { GitError, type Workspace } from "../workspace/index.ts";
import type { Agent, TurnSignals } from "./agent.ts";
import { type BudgetCaps, capsOf, createBudget, usedIn } from "./budget.ts";
import { converse, type Result } from "./converse.ts";
import { keepWork, keptText } from "./keep-work.ts";
import type { TurnParts } from "./parts.ts";
import { openPlace, type Place } from "./place.ts";
import { publish } from "./publish.ts";
import { BranchMoved } from "./push.ts";
import { takenOver, takeOver } from "./take-over.ts";
import { type Journalled, restoreOverlay, transcriptOf } from "./transcript.ts";
import { startWallClock } from "./wall-clock.ts";

/**
 * A turn: from a message to a pull request. It reads like the list in ARCHITECTURE.md.
 *
 * Everything here is safe to do again. A worker that is killed leaves the journal; the next one opens the same
 * place, puts the overlay back, and goes on from the step that was not written down.
 */
export function createRunTurn(parts: TurnParts): RunTurn {
  return async (turn, record, signal) => {
    const host = await findHost(parts, turn);
    const agent = await parts.findAgent(turn.job.model, turn.job.projectId);
    if (agent === null)
      throw new TurnError(
        "model_error",
        `There is no model ${turn.job.model} here. Create the job with another one.`,
      );
    const settings = await parts.projects.settings(turn.job.projectId);
    const caps = capsOf(parts.budget, settings.budget);
    const wallClock = startWallClock(parts.clock, caps.wallClockMs - turn.workedMs);
    try {
      const place = await openPlace({ parts, host, turn, record, signal });
      const signals = { signal, deadline: wallClock.deadline };
      await carryOut({ parts, host, agent, settings, caps, turn, record, signals, place });
    } catch (error) {
      if (error instanceof GitError)
        throw new TurnError("repository_unavailable", error.message, { cause: error });
      throw error;
    } finally {
      wallClock.stop();
    }
  };
}

async function findHost({ findCodeHost }: TurnParts, { job }: ClaimedTurn): Promise<CodeHost> {
  try {
    return await findCodeHost(job);
  } catch (error) {
    if (error instanceof HostError) throw new TurnError("host_refused", error.message, { cause: error });
    throw error;
  }
}

export interface TurnWork {
  readonly parts: TurnParts;
  readonly host: CodeHost;
  readonly agent: Agent;
  /** The project's, as they stood when the turn was claimed. */
  readonly settings: ProjectSettings;
  readonly caps: BudgetCaps;
  readonly turn: ClaimedTurn;
  readonly record: TurnRecord;
  readonly signals: TurnSignals;
  readonly place: Place;
}

/** Where someone pushed what our change conflicts with, the turn is done once more on top of it. */
async function carryOut(work: TurnWork): Promise<void> {
  try {
    await attempt(work);
  } catch (error) {
    if (!(error instanceof BranchMoved)) throw error;
    const start = { ...work.place.start, headSha: error.head };
    const feedback = `${error.message} Carry the instruction out again on what is there now.`;
    // Its budget may not be enough to do it again.
    await work.place.mirror.keep(work.turn.id, error.commit);
    await work.record.restart(start, {
      type: "feedback",
      reason: "conflict",
      text: feedback,
      spent: usedIn(await readJournal(work.record)),
    } satisfies Journalled);
    await attempt({ ...work, place: { ...work.place, start } });
  }
}

async function readJournal(record: TurnRecord): Promise<Journalled[]> {
  return (await record.journal()).map(({ entry }) => entry as Journalled);
}

async function attempt(work: TurnWork): Promise<void> {
  const { parts, place, turn, record, signals, caps } = work;
  const known = await record.journal();
  if (known.length === 0) await takeOver(work);
  const entries = known.length === 0 ? await record.journal() : known;
  const journal = entries.map(({ entry }) => entry as Journalled);
  const workspace = await parts.openWorkspace(place.mirror, place.start.headSha ?? place.start.baseSha);
  restoreOverlay(workspace, entries);
  const transcript = transcriptOf(turn, journal);
  const { price } = work.agent;
  const budget = createBudget({ deadline: signals.deadline, caps, price });
  const result = await converse({ ...work, workspace, transcript, budget }).catch(async (error: unknown) => {
    throw await keepWork(work, workspace, error);
  });
  await finish(work, workspace, result, journal);
}

async function finish(
  work: TurnWork,
  workspace: Workspace,
  result: Result,
  journal: readonly Journalled[],
): Promise<void> {
  const { mirror } = work.place;
  const retried = journal.some((entry) => entry.type === "feedback" && entry.reason === "conflict");
  const published =
    workspace.changes().length === 0 ? null : await publish(work, { workspace, result, retried });
  const answer = [result.said.summary, ...takenOver(journal), ...(published?.remarks ?? [])]
    .filter((text) => text !== "")
    .join("\n\n");
  const outcome = { answer, commit: published?.commit ?? null };
  if (result.partial === null) {
    await work.record.complete(outcome);
    if (retried) await mirror.drop(work.turn.id);
    return;
  }
  const kept = retried && published === null ? await mirror.kept(work.turn.id) : null;
  const message = kept === null ? result.partial : `${result.partial} ${keptText(kept)}`;
  await work.record.fail({ code: "budget_exceeded", message }, outcome);
}
