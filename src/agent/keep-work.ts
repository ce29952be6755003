import type { Workspace } from "#repositories";
import { type FailureCode, TurnError } from "../errors.ts";
import { type ClaimedTurn, titleOf } from "../jobs/index.ts";
import type { ProjectSettings } from "../projects/index.ts";
import { commitOf } from "./commit.ts";
import { type Place, parentOf } from "./place.ts";

/** Work that the policy rejected is not kept, because it may contain a secret. */
const worthKeeping: ReadonlySet<FailureCode> = new Set([
  "budget_exceeded",
  "model_error",
  "model_refused",
  "needs_clarification",
]);

interface Unpushed {
  readonly turn: ClaimedTurn;
  readonly settings: ProjectSettings;
  readonly place: Place;
  readonly workspace: Workspace;
}

/**
 * Keeps work that cannot be pushed because it failed the checks, or the model gave up or asked a question. The work is kept in the mirror
 * under the turn's own ref, where people can find it. Returns the error to fail with. Repeating the call makes the same
 * commit.
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
  `The work so far is kept as ${commit}. The next message continues from it.`;

/** The beginning of the sentence in which the next turn refers to the work that this one kept. */
export const keptLead = "The previous turn's work, kept as";
