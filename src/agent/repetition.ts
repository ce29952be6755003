import { limits } from "../limits.ts";
import type { TranscriptEntry } from "./models/model.ts";

/**
 * What a model is told that goes round in circles, or null: the same calls again and again, or two in turn. Only what
 * came after it was told so before counts.
 */
export function findRepetition(transcript: readonly TranscriptEntry[]): string | null {
  const since = transcript.findLastIndex((entry) => entry.type === "feedback" && entry.reason === "loop");
  const { sameCallsMax, alternationsMax } = limits.turn;
  const steps = transcript
    .slice(since + 1)
    .filter((entry) => entry.type === "step" && entry.reply.toolCalls.length > 0)
    // A long turn has hundreds of steps, and only the last ones say something.
    .slice(-Math.max(sameCallsMax, 2 * alternationsMax))
    .flatMap((entry) => (entry.type === "step" ? [signatureOf(entry)] : []));
  const last = steps.slice(-sameCallsMax);
  if (last.length === sameCallsMax && last.every((one) => one === last[0])) return sameText(sameCallsMax);
  const pairs = steps.slice(-2 * alternationsMax);
  const alternates =
    pairs.length === 2 * alternationsMax &&
    pairs.every((one, i) => one === pairs[i % 2]) &&
    pairs[0] !== pairs[1];
  return alternates ? alternationText : null;
}

/** Calls and what they were answered: a call that is answered otherwise than before did get somewhere. */
function signatureOf({ reply, results }: Extract<TranscriptEntry, { type: "step" }>): string {
  return JSON.stringify([
    reply.toolCalls.map(({ name, input }) => [name, input]),
    results.map(({ text }) => text),
  ]);
}

const sameText = (times: number) =>
  `You made the same call ${times} times, with the same answer each time. Do something else: read what the answer says, ` +
  "use another tool, or call finish and say what stands in the way.";
const alternationText =
  "You go back and forth between the same two calls, with the same answers each time. Do something else, or call " +
  "finish and say what stands in the way.";
