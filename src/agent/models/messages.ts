import type { AssistantContent, JSONValue, ModelMessage, ToolResultPart } from "ai";
import type { ModelReply, ToolResult, TranscriptEntry } from "./model.ts";

/**
 * The transcript as providers take it. The same transcript gives the same messages, and a longer one begins with
 * those of the shorter, save after a compaction: so a provider's prompt cache serves it.
 */
export function messagesOf(transcript: readonly TranscriptEntry[]): ModelMessage[] {
  const pruned = prunedSteps(transcript);
  return standing(transcript).flatMap((entry): ModelMessage[] => {
    if (entry.type === "step")
      return stepMessages(entry.reply, pruned.has(entry) ? entry.results.map(withoutText) : entry.results);
    if (entry.type === "pruning" || entry.text === "") return [];
    return entry.type === "earlier" ? [earlierMessage(entry)] : [{ role: "user", content: entry.text }];
  });
}

/** The steps whose results are left out since. Of several prunings the last goes furthest. */
function prunedSteps(transcript: readonly TranscriptEntry[]): ReadonlySet<TranscriptEntry> {
  const pruning = transcript.findLast(({ type }) => type === "pruning");
  if (pruning?.type !== "pruning") return new Set();
  const start = transcript.findLastIndex(({ type }) => type === "user");
  const steps = transcript.slice(start + 1).filter(({ type }) => type === "step");
  return new Set(steps.slice(0, pruning.steps));
}

/** What is shorter than the sentence that stands for it stays. */
function withoutText(result: ToolResult): ToolResult {
  const text = `[Left out to make room. Call ${result.name} again to see it.]`;
  return result.text.length <= text.length ? result : { ...result, text };
}

/** What a compaction left: everything up to the message that the turn carries out, its text, and the last entries. */
function standing(transcript: readonly TranscriptEntry[]): readonly TranscriptEntry[] {
  const at = transcript.findLastIndex(({ type }) => type === "compaction");
  const compaction = transcript[at];
  if (compaction?.type !== "compaction") return transcript;
  const start = transcript.findLastIndex(({ type }) => type === "user") + 1;
  const kept = Math.min(compaction.kept, at - start);
  const context = transcript.slice(start, at - kept).filter(({ type }) => type === "context");
  // Of earlier compactions the newest says all: its text was made of theirs.
  const before = transcript.slice(at - kept, at).filter(({ type }) => type !== "compaction");
  return [...transcript.slice(0, start), ...context, compaction, ...before, ...transcript.slice(at + 1)];
}

function earlierMessage(entry: Extract<TranscriptEntry, { type: "earlier" }>): ModelMessage {
  if (entry.role === "agent") return { role: "assistant", content: entry.text };
  const text = entry.role === "notice" ? `[The service] ${entry.text}` : entry.text;
  return { role: "user", content: text };
}

function stepMessages(reply: ModelReply, results: readonly ToolResult[]): ModelMessage[] {
  const content = contentOf(reply);
  const said: ModelMessage[] = content.length === 0 ? [] : [{ role: "assistant", content }];
  if (results.length === 0) return said;
  return [...said, { role: "tool", content: results.map(resultPart) }];
}

type Content = Exclude<AssistantContent, string>;

/** As the provider sent it, where it asks for that; else put together anew. */
function contentOf(reply: ModelReply): Content {
  // What `sent` holds was made by `askOnce` of this same library, and went through JSON.
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

/** Reasoning that came to nothing, as where it was cut off: Anthropic and OpenAI refuse it where nothing follows. */
function withoutEndlessReasoning(content: Content): Content {
  return content.slice(0, content.findLastIndex(({ type }) => type !== "reasoning") + 1);
}

function resultPart({ callId, name, ok, text }: ToolResult): ToolResultPart {
  return {
    type: "tool-result",
    toolCallId: callId,
    toolName: name,
    // As text also where it failed: the other form is wrapped in JSON by some providers, line breaks and all.
    output: { type: "text", value: ok ? text : `Failed: ${text}` },
  };
}
