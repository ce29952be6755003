import { type FailureCode, TurnError } from "../errors.ts";
import { type ClaimedTurn, titleOf } from "../jobs/index.ts";
import type { ProjectSettings } from "../projects/index.ts";
import type { Workspace } from "../workspace/index.ts";
import { commitOf } from "./commit.ts";
import { type Place, parentOf } from "./place.ts";

/** Not what the policy refused: that may be a secret. */
const worthKeeping: ReadonlySet<FailureCode> = new Set(["budget_exceeded", "model_error", "model_refused"]);

interface Unpushed {
  readonly turn: ClaimedTurn;
  readonly settings: ProjectSettings;
  readonly place: Place;
  readonly workspace: Workspace;
}

/**
 * What a turn did that cannot be pushed, since it broke checks or the model gave up: kept in the mirror, under the
 * turn's own ref, where a person finds it. Answers the error to fail with. The same commit when it is done again.
 */
export async function keepWork(unpushed: Unpushed, error: unknown): Promise<unknown> {
  const { turn, place, workspace } = unpushed;
  const changes = workspace.changes();
  if (!(error instanceof TurnError) || !worthKeeping.has(error.code) || changes.length === 0) return error;
  const parent = parentOf(place.start);
  const commit = await place.mirror.commit({
    parents: [parent],
    base: parent,
    changes,
    ...commitOf(unpushed, titleOf(turn.message.text)),
  });
  await place.mirror.keep(turn.id, commit);
  return new TurnError(error.code, `${error.message} ${keptText(commit)}`, { cause: error });
}

export const keptText = (commit: string) =>
  `What was done so far is kept as ${commit}. The next message goes on from it.`;

/** How a turn that finds it names it. */
export const keptLead = "What the turn before did, kept as";
