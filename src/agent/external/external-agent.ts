import { TurnError } from "../../errors.ts";
import { limits } from "../../limits.ts";
import type { Agent, AgentEnd, AgentSession, Assignment } from "../agent.ts";
import { describeBranch } from "../context/branch-so-far.ts";
import { describeReview } from "../context/review.ts";
import { giveFeedback } from "../feedback.ts";
import type { ToolResult, TranscriptEntry } from "../models/model.ts";
import { shownText } from "../shown-text.ts";
import type { FinishData } from "../tools/index.ts";
import { encodeChanges, type Journaled } from "../transcript.ts";
import { type Asked, ask } from "./ask.ts";
import { firstPrompt, nextPrompt } from "./prompt-text.ts";
import { readBack } from "./read-back.ts";
import { type Running, type RunningParts, startAgent } from "./running.ts";

/**
 * An agent of another make. It works on files of its own; what it changed is read back into the workspace at the end
 * of each prompt, and journalled as one step. A turn that is taken up again goes on from the last of these: a prompt
 * that was cut off by a crash left nothing, and is asked of a new session, which is told what was done and said.
 */
export function createExternalAgent(id: string, parts: RunningParts): Agent {
  return { id, price: null, open: (assignment) => openSession(parts, assignment) };
}

function openSession(parts: RunningParts, assignment: Assignment): AgentSession {
  const { transcript, budget, workspace, signals } = assignment;
  let running: Running | null = null;
  let costUsd = 0;

  async function prompt(): Promise<void> {
    const text = running === null ? firstPrompt(transcript, await soFar(assignment)) : nextPrompt(transcript);
    running ??= await startAgent(parts, workspace, signals.signal);
    const asked = await ask(text, { running, assignment, clock: parts.clock, costBefore: costUsd });
    costUsd = asked.progress.costUsd() ?? costUsd;
    await journal(assignment, running, asked);
  }

  return {
    async work() {
      for (;;) {
        const end = endOf(transcript.at(-1));
        if (end !== null) return end;
        const message = budget.exhausted(transcript);
        if (message !== null) return { kind: "exhausted", message };
        await giveFilesBack(assignment);
        await prompt();
      }
    },
    async close() {
      await running?.[Symbol.asyncDispose]();
      running = null;
    },
  };
}

/** What a follow-up goes on from, and what people said of it: an agent reaches no host to ask. */
async function soFar({ readBranch, readReview }: Assignment): Promise<readonly string[]> {
  const [branch, review] = await Promise.all([readBranch(), readReview()]);
  const parts = [
    ...(branch === null ? [] : describeBranch(branch)),
    ...(review === null ? [] : describeReview(review)),
  ];
  return parts.map(shownText);
}

/** Reads back what a prompt left, and writes it down as a step: what the agent said and did, and what it changed. */
async function journal(assignment: Assignment, running: Running, asked: Asked): Promise<void> {
  const { workspace, record, transcript } = assignment;
  const { progress, reporter, usage, cut } = asked;
  const before = workspace.changes();
  const { refused } = await readBack(running.files, workspace, running.written);
  const after = workspace.changes();
  if (after.some(({ after: bytes }) => running.holdsKey(bytes))) {
    workspace.restore(before);
    throw new TurnError(
      "policy_refused",
      "The agent wrote its own key into a file. Nothing of that was taken.",
    );
  }
  const text = running.hide(progress.lastWords());
  const calls = progress.calls();
  const reply = {
    text,
    toolCalls: calls.map(({ id, kind }) => ({ id, name: kind, input: {} })),
    usage,
    ...(cut === null ? {} : { cut: true }),
  };
  const results = calls.map(
    ({ id, kind, title, status }): ToolResult => ({
      callId: id,
      name: kind,
      ok: status === "completed",
      text: running.hide(title),
      data: null,
    }),
  );
  const step = {
    type: "step",
    reply,
    results: [...results, endResult({ text, cut, refused, transcript })],
  } as const satisfies Journaled;
  await record.append({
    entry: step,
    changes: encodeChanges(before, after),
    usage: { ...usage, costUsd: assignment.budget.costOf(usage) },
    events: [reporter.last({ before: before.length, after: after.length })],
  });
  transcript.push(step);
}

interface Ended {
  readonly text: string;
  readonly cut: string | null;
  readonly refused: readonly string[];
  readonly transcript: readonly TranscriptEntry[];
}

/** Beside the calls of a step, what it means for the turn: it is finished, cut short, or something must be mended. */
function endResult({ text, cut, refused, transcript }: Ended): ToolResult {
  const result = { callId: "end", ok: true, text: "" };
  if (cut !== null) return { ...result, name: names.cut, text: cut, data: null };
  const told = transcript.filter((entry) => entry.type === "feedback" && entry.reason === "files").length;
  if (refused.length > 0 && told < limits.external.refusedRoundsMax)
    return { ...result, name: names.refused, text: refused.join("\n"), data: null };
  const notes = refused.map((sentence) => `Left out: ${sentence}`.slice(0, limits.tools.noteCharsMax));
  const summary = text === "" ? "The agent did not say what it did." : text;
  return { ...result, name: names.finished, data: { summary, title: null, notes } satisfies FinishData };
}

/** As the tool of that name is called where the turn is read. */
const names = { finished: "finish", cut: "cut", refused: "refused" } as const;

function endOf(entry: TranscriptEntry | undefined): AgentEnd | null {
  if (entry?.type !== "step") return null;
  const result = entry.results.at(-1);
  // `data` is what `endResult` put there, or the journal kept.
  if (result?.name === names.finished) return { kind: "finished", said: result.data as FinishData };
  return result?.name === names.cut ? { kind: "exhausted", message: result.text } : null;
}

/** Also in a turn that was taken up between the step and this. */
async function giveFilesBack(assignment: Assignment): Promise<void> {
  const entry = assignment.transcript.at(-1);
  const result = entry?.type === "step" ? entry.results.at(-1) : undefined;
  if (result?.name !== names.refused) return;
  const text = `These cannot be taken over: use plain files with ordinary names, or remove them.\n${result.text}`;
  await giveFeedback(assignment, "files", text);
}
