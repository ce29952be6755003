import type { SessionUpdate, ToolCall, ToolCallUpdate } from "@agentclientprotocol/sdk";
import { limits } from "../../limits.ts";

/** A call to one of the agent's own tools, as the agent reported it. */
export interface ObservedCall {
  readonly id: string;
  /** The kind of call, in the protocol's terms. */
  readonly kind: string;
  readonly title: string;
  readonly status: "running" | "completed" | "failed";
}

/** The text and calls of an agent for one prompt, collected from its updates. Every part is bounded. */
export interface Progress {
  /** Returns true if the update should be recorded as an event, because a call ended or there is a plan. */
  apply(update: SessionUpdate): boolean;
  /** Returns the details that the agent reported about a call earlier, to decide on a permission. */
  call(id: string): ToolCallUpdate | undefined;
  /** Returns the text after the last call, or all text if there is none after it. */
  lastWords(): string;
  calls(): readonly ObservedCall[];
  /** The cost of the whole session in US dollars, as the agent reports it; null if it reports none. */
  costUsd(): number | null;
  /** Returns the text and the finished calls since `news` was last called. */
  news(): { readonly text: string; readonly calls: readonly ObservedCall[] };
}

export function createProgress(): Progress {
  const calls = new Map<string, ToolCall | ToolCallUpdate>();
  const reported = new Set<string>();
  let all = "";
  let last = "";
  let fresh = "";
  let cost: number | null = null;

  function say(text: string): void {
    all = (all + text).slice(-limits.external.textCharsMax);
    last = (last + text).slice(-limits.external.textCharsMax);
    fresh = (fresh + text).slice(-limits.external.textCharsMax);
  }

  /** Keeps only the newest calls. */
  function keep(call: ToolCall | ToolCallUpdate): ObservedCall {
    const before = calls.get(call.toolCallId);
    const given = Object.fromEntries(Object.entries(call).filter(([, value]) => value != null));
    const after = { ...before, ...given, toolCallId: call.toolCallId };
    calls.delete(call.toolCallId);
    calls.set(call.toolCallId, after);
    const oldest = calls.keys().next().value;
    if (calls.size > limits.external.callsMax && oldest !== undefined) {
      calls.delete(oldest);
      reported.delete(oldest);
    }
    return observed(after);
  }

  return {
    apply(update) {
      switch (update.sessionUpdate) {
        case "agent_message_chunk":
          if (update.content.type === "text") say(update.content.text);
          return false;
        case "tool_call":
        case "tool_call_update":
          if (!calls.has(update.toolCallId)) last = "";
          return keep(update).status !== "running";
        case "plan": {
          const entries = update.entries.map(({ status, content }) => `- [${status}] ${content}`);
          fresh = `${fresh}\n${entries.join("\n")}`.slice(-limits.external.textCharsMax);
          return true;
        }
        case "usage_update":
          if (update.cost?.currency === "USD") cost = update.cost.amount;
          return false;
        default:
          return false;
      }
    },
    call: (id) => calls.get(id),
    lastWords: () => last.trim() || all.trim(),
    calls: () => [...calls.values()].map(observed),
    costUsd: () => cost,
    news() {
      const text = fresh.trim();
      fresh = "";
      const ended = [...calls.values()]
        .map(observed)
        .filter(({ id, status }) => status !== "running" && !reported.has(id));
      for (const { id } of ended) reported.add(id);
      return { text, calls: ended };
    },
  };
}

const titleCharsMax = 300;

function observed({ toolCallId, kind, title, status }: ToolCall | ToolCallUpdate): ObservedCall {
  return {
    id: toolCallId.slice(0, titleCharsMax),
    kind: kind ?? "other",
    title: (title ?? "").slice(0, titleCharsMax),
    status: status === "completed" || status === "failed" ? status : "running",
  };
}
