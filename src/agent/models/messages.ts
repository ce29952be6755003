import type { AssistantContent, JSONValue, ModelMessage, ToolResultPart } from "ai";
import { shortLine } from "../tools/text.ts";
import { textOnly, withAttached } from "./attached.ts";
import type { ModelReply, Reads, ToolResult, TranscriptEntry } from "./model.ts";

/**
 * Converts the transcript to provider messages. Unless it was compacted, a longer transcript starts with the same
 * messages as a shorter one, so that the provider's prompt cache applies.
 */
export function messagesOf(transcript: readonly TranscriptEntry[], reads = textOnly): ModelMessage[] {
  const pruned = prunedResults(transcript);
  return afterCompaction(transcript).flatMap((entry): ModelMessage[] => {
    if (entry.type === "step")
      return stepMessages(
        entry.reply,
        entry.results.map((result) => (pruned.has(result) ? withoutText(result) : result)),
      );
    if (entry.type === "pruning" || entry.text === "") return [];
    if (entry.type === "earlier") return [earlierMessage(entry, reads)];
    const attached = entry.type === "user" ? entry.attachments : undefined;
    return [{ role: "user", content: withAttached(entry.text, attached, reads) }];
  });
}

/** Returns the results that were pruned. Each pruning replaces the ones before it. */
export function prunedResults(transcript: readonly TranscriptEntry[]): ReadonlySet<ToolResult> {
  const pruning = transcript.findLast(({ type }) => type === "pruning");
  if (pruning?.type !== "pruning") return new Set();
  const start = transcript.findLastIndex(({ type }) => type === "user");
  const steps = transcript
    .slice(start + 1)
    .flatMap((entry) => (entry.type === "step" ? [entry.results] : []));
  const except = new Set(pruning.except);
  return new Set(
    steps
      .slice(0, pruning.steps)
      .flat()
      .filter(({ callId }) => !except.has(callId)),
  );
}

/**
 * Replaces all but the first line, which says what the result was. A result shorter than the replacement stays as it
 * is.
 */
function withoutText(result: ToolResult): ToolResult {
  const [head = "", ...rest] = result.text.split("\n");
  const shown = rest.length === 0 ? "" : `${shortLine(head)}\n`;
  const text = `${shown}[Shown before, then removed to make room. Call ${result.name} again to see it.]`;
  return result.text.length <= text.length ? result : { ...result, text };
}

/**
 * Returns the entries that remain after a compaction: all entries up to this turn's message, the context, the summary,
 * and the last entries.
 */
function afterCompaction(transcript: readonly TranscriptEntry[]): readonly TranscriptEntry[] {
  const at = transcript.findLastIndex(({ type }) => type === "compaction");
  const compaction = transcript[at];
  if (compaction?.type !== "compaction") return transcript;
  const start = transcript.findLastIndex(({ type }) => type === "user") + 1;
  const kept = Math.min(compaction.kept, at - start);
  const context = transcript.slice(start, at - kept).filter(({ type }) => type === "context");
  // Drop earlier compactions, because the newest summary includes them.
  const before = transcript.slice(at - kept, at).filter(({ type }) => type !== "compaction");
  return [...transcript.slice(0, start), ...context, compaction, ...before, ...transcript.slice(at + 1)];
}

function earlierMessage(entry: Extract<TranscriptEntry, { type: "earlier" }>, reads: Reads): ModelMessage {
  if (entry.role === "agent") return { role: "assistant", content: entry.text };
  const text = entry.role === "notice" ? `[The service] ${entry.text}` : entry.text;
  return { role: "user", content: withAttached(text, entry.attachments, reads) };
}

function stepMessages(reply: ModelReply, results: readonly ToolResult[]): ModelMessage[] {
  const content = contentOf(reply);
  const said: ModelMessage[] = content.length === 0 ? [] : [{ role: "assistant", content }];
  if (results.length === 0) return said;
  return [...said, { role: "tool", content: results.map(resultPart) }];
}

type Content = Exclude<AssistantContent, string>;

/** Returns the provider's own content if this content must be sent back unchanged; otherwise builds the content. */
function contentOf(reply: ModelReply): Content {
  // `askOnce` created `sent` with the same library, and it has since been serialized to JSON and parsed.
  if (Array.isArray(reply.sent)) return withoutEndlessReasoning(reply.sent as Content);
  return [
    ...(reply.text === "" ? [] : [{ type: "text" as const, text: reply.text }]),
    ...reply.toolCalls.map(({ id, name, input }) => ({
      type: "tool-call" as const,
      toolCallId: id,
      toolName: name,
      input: input as JSONValue,
    })),
  ];
}

/** Removes reasoning at the end of a reply, for example if it was cut off: Anthropic and OpenAI reject it. */
function withoutEndlessReasoning(content: Content): Content {
  return content.slice(0, content.findLastIndex(({ type }) => type !== "reasoning") + 1);
}

function resultPart({ callId, name, ok, text }: ToolResult): ToolResultPart {
  return {
    type: "tool-result",
    toolCallId: callId,
    toolName: name,
    // Send failures as text, too, because some providers wrap the other form in JSON, with escaped line breaks.
    output: { type: "text", value: ok ? text : `Failed: ${text}` },
  };
}
