import { limits } from "../limits.ts";
import type { Change } from "../workspace/index.ts";
import type { TranscriptEntry } from "./models/model.ts";

export type Compaction = Extract<TranscriptEntry, { type: "pruning" | "compaction" }>;

interface Compacting {
  readonly transcript: readonly TranscriptEntry[];
  /** What the model can hold, in tokens. */
  readonly contextTokens: number;
  readonly changes: readonly Change[];
  /** The provider said that it is too long already. */
  readonly overflowed: boolean;
}

/**
 * How the next request is made shorter, or null where it fits. Late, and in large steps, since each one costs the
 * provider's prompt cache: first what tools answered long ago is left out, then all but the last steps is put into a
 * few lines that keep what was read, changed and is open. The instruction and the context always stay.
 */
export function findCompaction({
  transcript,
  contextTokens,
  changes,
  overflowed,
}: Compacting): Compaction | null {
  const last = transcript.at(-1);
  if (!overflowed && sizeOf(transcript) < contextTokens * limits.compaction.fullShare) return null;
  // What has just been made shorter is measured by the next answer first.
  if (!overflowed && (last?.type === "pruning" || last?.type === "compaction")) return null;
  const start = transcript.findLastIndex(({ type }) => type === "user") + 1;
  const worked = transcript.slice(start);
  const steps = stepsIn(worked);
  const pruned = worked.findLast(({ type }) => type === "pruning" || type === "compaction");
  const done = pruned?.type === "pruning" ? pruned.steps : 0;
  const through = steps.length - limits.compaction.stepsKept;
  const gain = steps.slice(done, Math.max(done, through)).reduce((sum, step) => sum + resultChars(step), 0);
  if (gain / charsPerToken >= contextTokens * limits.compaction.gainShare && pruned?.type !== "compaction")
    return { type: "pruning", steps: through };
  if (last?.type === "compaction") return null;
  return { type: "compaction", kept: keptFrom(worked, overflowed), text: summaryOf(worked, changes) };
}

type Step = Extract<TranscriptEntry, { type: "step" }>;

/** Of English and Markdown; code has fewer. Only for what the provider has not counted yet. */
const charsPerToken = 3.5;

/** Tokens of the next request: what the provider counted of the last one, and what came since. */
function sizeOf(transcript: readonly TranscriptEntry[]): number {
  const at = transcript.findLastIndex((entry) => entry.type === "step" && entry.reply.usage.inputTokens > 0);
  const counted = transcript[at];
  if (counted?.type !== "step") return charsOf(transcript) / charsPerToken;
  const { inputTokens, outputTokens, lostInputTokens = 0 } = counted.reply.usage;
  const since = (resultChars(counted) + charsOf(transcript.slice(at + 1))) / charsPerToken;
  return inputTokens - lostInputTokens + outputTokens + since;
}

function charsOf(entries: readonly TranscriptEntry[]): number {
  return entries.reduce((sum, entry) => {
    if (entry.type === "pruning") return sum;
    if (entry.type !== "step") return sum + entry.text.length;
    return sum + entry.reply.text.length + JSON.stringify(entry.reply.toolCalls).length + resultChars(entry);
  }, 0);
}

function resultChars({ results }: Step): number {
  return results.reduce((sum, { text }) => sum + text.length, 0);
}

function stepsIn(entries: readonly TranscriptEntry[]): Step[] {
  return entries.filter((entry): entry is Step => entry.type === "step");
}

/** The last entries, from a step on; none where the provider said that it is too long, since one of them may be why. */
function keptFrom(worked: readonly TranscriptEntry[], overflowed: boolean): number {
  if (overflowed) return 0;
  const starts = worked.flatMap((entry, index) => (entry.type === "step" ? [index] : []));
  const first = starts.at(-limits.compaction.stepsKept);
  return first === undefined || starts.length <= limits.compaction.stepsKept ? 0 : worked.length - first;
}

function summaryOf(worked: readonly TranscriptEntry[], changes: readonly Change[]): string {
  const steps = stepsIn(worked);
  const earlier = worked.findLast((entry) => entry.type === "compaction");
  const said = steps.map(({ reply }) => reply.text.trim()).filter((text) => text !== "");
  const open = worked.findLast((entry) => entry.type === "feedback");
  return [
    "[The conversation was shortened here to make room. What you did so far stands; what you read is not shown any more: read a file again before you edit it.]",
    ...section(
      "Files changed so far",
      changes.map(({ path, before, after }) =>
        after === null ? `${path} (removed)` : before === null ? `${path} (new)` : path,
      ),
    ),
    ...section("Files read so far", [...new Set(steps.flatMap(readPaths))]),
    ...section("What you said", said.slice(-limits.compaction.remarksKept).map(short)),
    ...(open?.type === "feedback" ? ["Last told by the service:", short(open.text)] : []),
    ...(earlier?.type === "compaction" ? ["From before that:", short(earlier.text)] : []),
  ].join("\n");
}

function section(heading: string, items: readonly string[]): string[] {
  if (items.length === 0) return [];
  const shown = items.slice(-limits.compaction.itemsKept);
  const more = items.length > shown.length ? [`- and ${items.length - shown.length} more`] : [];
  return [`${heading}:`, ...shown.map((item) => `- ${item}`), ...more];
}

function readPaths({ results }: Step): string[] {
  return results.flatMap(({ name, ok, data }) => {
    const path = typeof data === "object" && data !== null && "path" in data ? data.path : null;
    return name === "read" && ok && typeof path === "string" ? [path] : [];
  });
}

function short(text: string): string {
  const max = limits.compaction.remarkCharsMax;
  return text.length <= max ? text : `${text.slice(0, max).toWellFormed()}…`;
}
