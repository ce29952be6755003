import { limits } from "../limits.ts";
import type { Change } from "../workspace/index.ts";
import type { TranscriptEntry } from "./models/model.ts";

export type Compaction = Extract<TranscriptEntry, { type: "pruning" | "compaction" }>;

interface Compacting {
  readonly transcript: readonly TranscriptEntry[];
  /** The model's context size, in tokens. */
  readonly contextTokens: number;
  readonly changes: readonly Change[];
  /** The provider already rejected the conversation as too long. */
  readonly overflowed: boolean;
}

/**
 * Returns how to shorten the next request, or null if it fits. Compacts late and in large steps, because each
 * compaction invalidates the provider's prompt cache: first drops old tool results, then summarizes all but the last
 * steps in a few lines (what was read, what was changed, what is still open). The instruction and the context always
 * stay.
 */
export function findCompaction({
  transcript,
  contextTokens,
  changes,
  overflowed,
}: Compacting): Compaction | null {
  const last = transcript.at(-1);
  if (!overflowed && sizeOf(transcript) < contextTokens * limits.compaction.fullShare) return null;
  // After a compaction, wait until the next reply shows the new size.
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

/**
 * Valid for English and Markdown; code has fewer characters per token. Used only for text that the provider has not
 * counted yet.
 */
const charsPerToken = 3.5;

/** Estimates the tokens of the next request: the provider's last count plus an estimate of everything since. */
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

/**
 * Returns how many of the last entries to keep, starting with a step; 0 after an overflow, because a single step may be
 * too long.
 */
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
    "[The conversation was shortened here to make room. Your changes so far are kept, but the files you read are no longer shown. Read a file again before you edit it.]",
    ...section(
      "Files changed so far",
      changes.map(({ path, before, after }) =>
        after === null ? `${path} (removed)` : before === null ? `${path} (new)` : path,
      ),
    ),
    ...section("Files read so far", [...new Set(steps.flatMap(readPaths))]),
    ...section("Your previous messages", said.slice(-limits.compaction.remarksKept).map(short)),
    ...(open?.type === "feedback" ? ["Last message from the service:", short(open.text)] : []),
    ...(earlier?.type === "compaction" ? ["Summary of the earlier conversation:", short(earlier.text)] : []),
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
