import type { JobEventType, TurnRecord } from "../jobs/index.ts";
import { stripInvisible } from "../std/invisible.ts";
import type { FeedbackReason, TranscriptEntry } from "./models/model.ts";
import type { Journalled } from "./transcript.ts";

const events: Readonly<Record<Exclude<FeedbackReason, "conflict" | "kept">, JobEventType>> = {
  checks: "turn.checks",
  policy: "turn.policy",
  loop: "turn.feedback",
  unfinished: "turn.feedback",
  files: "turn.feedback",
};

const eventTextCharsMax = 2000;

/** Tells the model something of ours: in the journal first, so that a resumed turn has told it too. */
export async function giveBack(
  { record, transcript }: { readonly record: TurnRecord; readonly transcript: TranscriptEntry[] },
  reason: keyof typeof events,
  text: string,
): Promise<void> {
  const told = stripInvisible(text).text;
  const entry = { type: "feedback", reason, text: told } as const satisfies Journalled;
  const shown = { type: events[reason], data: { text: told.slice(0, eventTextCharsMax) } };
  await record.append({ entry, changes: null, events: [shown] });
  transcript.push(entry);
}
