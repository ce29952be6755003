import type { NewEvent, TurnRecord } from "../jobs/index.ts";
import type { Change, Workspace } from "../workspace/index.ts";
import type { Budget } from "./budget.ts";
import type { Model, ModelReply, ToolDescription, ToolResult, TranscriptEntry } from "./models/model.ts";
import type { FinishData } from "./tools/index.ts";
import { encodeChanges, type Journalled } from "./transcript.ts";

/** The parts of a turn that the loop works with; it knows no files and no host. */
export interface Loop {
  readonly model: Model;
  readonly system: string;
  readonly tools: readonly ToolDescription[];
  readonly workspace: Workspace;
  readonly record: TurnRecord;
  readonly budget: Budget;
  /** Grows with each step. */
  readonly transcript: TranscriptEntry[];
  execute(reply: ModelReply): Promise<readonly ToolResult[]>;
  readonly signal: AbortSignal;
}

export type LoopEnd =
  | { readonly kind: "finished"; readonly said: FinishData }
  /** A budget cut it short; `message` says which. */
  | { readonly kind: "exhausted"; readonly message: string };

/**
 * Model, tools, journal, again, until the model has finished or the budget is used up. Every step is journalled
 * with its reply, results and changes before the next begins; a step that was cut off left nothing behind.
 */
export async function runLoop(loop: Loop): Promise<LoopEnd> {
  for (;;) {
    const finished = finishedBy(loop.transcript.at(-1));
    if (finished !== null) return finished;
    const message = loop.budget.exhausted(stepsIn(loop.transcript));
    if (message !== null) return { kind: "exhausted", message };
    await takeStep(loop);
  }
}

async function takeStep(loop: Loop): Promise<void> {
  const { model, system, tools, transcript, workspace, signal } = loop;
  const before = workspace.changes();
  const reply = await model.step({ system, tools, transcript }, signal);
  const results = await execute(loop, reply, before);
  const step = { type: "step", reply, results } as const satisfies Journalled;
  await loop.record.append({
    entry: step,
    changes: encodeChanges(before, workspace.changes()),
    usage: reply.usage,
    events: [stepEvent(step, before, workspace.changes())],
  });
  transcript.push(step);
}

/** A step that is cut off leaves nothing in the overlay: it is not in the journal either. */
async function execute(
  loop: Loop,
  reply: ModelReply,
  before: readonly Change[],
): Promise<readonly ToolResult[]> {
  try {
    const results = await loop.execute(reply);
    loop.signal.throwIfAborted();
    return results;
  } catch (error) {
    loop.workspace.restore(before);
    throw error;
  }
}

/** A step without calls is the model's last word; so is one that calls `finish`. */
function finishedBy(entry: TranscriptEntry | undefined): LoopEnd | null {
  if (entry?.type !== "step") return null;
  const finish = entry.results.find((result) => result.name === "finish" && result.ok);
  // `data` is what the tool of that name answered: the executor validated it, or the journal kept it.
  if (finish !== undefined) return { kind: "finished", said: finish.data as FinishData };
  if (entry.reply.toolCalls.length > 0) return null;
  return { kind: "finished", said: { summary: entry.reply.text, title: null, notes: [] } };
}

function stepsIn(transcript: readonly TranscriptEntry[]): number {
  return transcript.filter((entry) => entry.type === "step").length;
}

const textShown = 300;

function stepEvent(
  step: Extract<Journalled, { type: "step" }>,
  before: readonly Change[],
  after: readonly Change[],
): NewEvent {
  const calls = step.results.map(({ name, ok, text }) => ({ name, ok, text: firstLine(text) }));
  return {
    type: "turn.step",
    data: {
      text: step.reply.text.slice(0, textShown),
      calls,
      changedFiles: { before: before.length, after: after.length },
    },
  };
}

function firstLine(text: string): string {
  return (text.split("\n", 1)[0] ?? "").slice(0, textShown);
}
