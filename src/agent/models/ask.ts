import {
  type AssistantContent,
  InvalidToolInputError,
  jsonSchema,
  type LanguageModelUsage,
  type ModelMessage,
  NoSuchToolError,
  type SystemModelMessage,
  streamText,
  type ToolCallRepairFunction,
  type ToolSet,
  tool,
} from "ai";
import { TurnError } from "../../errors.ts";
import { limits } from "../../limits.ts";
import type { Clock } from "../../std/clock.ts";
import { CutOff } from "./failure.ts";
import type { ModelReply, TokenUsage, ToolCall, ToolDescription } from "./model.ts";
import type { OpenModel } from "./providers/provider.ts";
import { repairJson } from "./repair-json.ts";
import { type Patience, type Silence, watchSilence } from "./silence.ts";

export interface Question {
  readonly open: OpenModel;
  readonly system: string;
  readonly tools: readonly ToolDescription[];
  readonly messages: ModelMessage[];
  readonly conversation: string | undefined;
  readonly patience: Patience;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/**
 * Sends one request and reads its complete response. Throws `model_refused` if the model declines, the signal's reason
 * when it is aborted, `CutOff` if the response is missing or incomplete, and otherwise the provider's own error.
 */
export async function askOnce({
  open,
  system,
  tools,
  messages,
  conversation,
  patience,
  clock,
  signal,
}: Question): Promise<ModelReply> {
  const silence = watchSilence(patience, clock);
  const result = streamText({
    model: open.model,
    instructions: systemMessage(open, system),
    messages,
    tools: toolSetOf(tools),
    maxRetries: 0,
    ...(open.outputTokensMax === undefined ? {} : { maxOutputTokens: open.outputTokensMax }),
    abortSignal: AbortSignal.any([signal, silence.signal]),
    providerOptions: open.options(conversation),
    repairToolCall: async ({ toolCall, error }: { toolCall: SentCall; error: unknown }) => {
      if (NoSuchToolError.isInstance(error)) {
        const name = knownName(toolCall.toolName, tools);
        return name === null ? null : { ...toolCall, toolName: name };
      }
      const input = InvalidToolInputError.isInstance(error) ? repairJson(toolCall.input) : null;
      return input === null ? null : { ...toolCall, input };
    },
    // Errors arrive in the stream; by default the library would also print them to the console.
    onError: () => undefined,
  });
  // This promise rejects together with the stream, which reports the error first.
  const rest = Promise.resolve(result.responseMessages).catch(() => []);
  try {
    const answer = await readAnswer(result.stream, signal, silence.heard);
    return replyOf(answer, sentOf(await rest));
  } finally {
    silence.end();
  }
}

function systemMessage({ systemOptions }: OpenModel, content: string): string | SystemModelMessage {
  return systemOptions === undefined ? content : { role: "system", content, providerOptions: systemOptions };
}

type SentCall = Parameters<ToolCallRepairFunction<ToolSet>>[0]["toolCall"];

interface Answer {
  pieces: number;
  text: string;
  readonly toolCalls: ToolCall[];
  finishReason: string;
  rawFinishReason: string | undefined;
  usage: LanguageModelUsage | null;
}

type Part = ReturnType<typeof streamText<ToolSet>>["stream"] extends AsyncIterable<infer P> ? P : never;

/** The stream's reasoning parts. Some providers send these without any text. */
const thinking: ReadonlySet<Part["type"]> = new Set(["reasoning-start", "reasoning-delta"]);

async function readAnswer(
  stream: AsyncIterable<Part>,
  signal: AbortSignal,
  heard: Silence["heard"],
): Promise<Answer> {
  const answer: Answer = {
    pieces: 0,
    text: "",
    toolCalls: [],
    finishReason: "",
    rawFinishReason: undefined,
    usage: null,
  };
  let chars = 0;
  for await (const part of stream) {
    if (thinking.has(part.type)) heard("thinking");
    else if (part.type !== "start" && part.type !== "start-step") heard("words");
    switch (part.type) {
      case "text-delta":
        answer.text += part.text;
        chars += part.text.length;
        answer.pieces++;
        break;
      case "tool-input-delta":
        chars += part.delta.length;
        answer.pieces++;
        break;
      case "tool-call":
        answer.toolCalls.push(callOf(part));
        break;
      case "finish-step":
        answer.finishReason = part.finishReason;
        answer.rawFinishReason = part.rawFinishReason;
        answer.usage = part.usage;
        break;
      case "error":
        signal.throwIfAborted();
        throw part.error;
      case "abort":
        signal.throwIfAborted();
        throw new CutOff("The model stopped responding.");
      default:
    }
    if (chars > limits.models.replyCharsMax)
      throw new TurnError("model_error", "The model's response is too long. Choose another model.");
  }
  signal.throwIfAborted();
  return answer;
}

function callOf(part: Extract<Part, { type: "tool-call" }>): ToolCall {
  const { toolCallId: id, toolName: name } = part;
  const input: unknown = part.input;
  const isReadable = typeof input === "object" && input !== null;
  if (isReadable) return { id, name, input };
  const why = "The call's input is not a JSON object or was cut off.";
  return {
    id,
    name,
    input: {},
    unreadable: `${why} Nothing was changed. Send the complete call again; split a long call into several.`,
  };
}

function replyOf(answer: Answer, sent: AssistantContent | null): ModelReply {
  const { text, toolCalls, finishReason, rawFinishReason, usage } = answer;
  if (finishReason === "content-filter" || (finishReason === "error" && toolCalls.length === 0))
    throw finishReason === "error"
      ? new CutOff("The provider ended the response with an error.")
      : new TurnError("model_refused", refusalText(text));
  // An interrupted stream, for example when a proxy gives up, has no finish reason.
  if (rawFinishReason === undefined && finishReason === "other")
    throw new CutOff("The response was cut off.");
  return {
    text,
    toolCalls,
    usage: usageOf(usage),
    pieces: answer.pieces,
    ...(finishReason === "length" ? { cut: true } : {}),
    ...(sent === null ? {} : { sent }),
  };
}

const refusalCharsMax = 500;

function refusalText(text: string): string {
  const said = text.trim().slice(0, refusalCharsMax).toWellFormed();
  return said === "" ? "The model declined without a reason." : `The model declined: ${said}`;
}

function sentOf(messages: readonly { role: string; content: unknown }[]): AssistantContent | null {
  const assistant = messages.find(({ role }) => role === "assistant");
  if (assistant === undefined || !Array.isArray(assistant.content)) return null;
  const content = JSON.parse(JSON.stringify(assistant.content)) as Exclude<AssistantContent, string>;
  return content.filter((part) => !isBlank(part));
}

/**
 * Models write line breaks before a call, but Anthropic rejects text that consists only of whitespace if it is sent
 * back.
 */
function isBlank(part: Exclude<AssistantContent, string>[number]): boolean {
  return part.type === "text" && part.text.trim() === "" && part.providerOptions === undefined;
}

function usageOf(usage: LanguageModelUsage | null): TokenUsage {
  const cacheReadTokens = usage?.inputTokenDetails.cacheReadTokens ?? 0;
  const cacheWriteTokens = usage?.inputTokenDetails.cacheWriteTokens ?? 0;
  return {
    inputTokens: usage?.inputTokens ?? 0,
    outputTokens: usage?.outputTokens ?? 0,
    ...(cacheReadTokens > 0 ? { cacheReadTokens } : {}),
    ...(cacheWriteTokens > 0 ? { cacheWriteTokens } : {}),
  };
}

/** Finds the tool for a variant of its name, such as `Edit`, `functions.edit` or `move-page`. */
function knownName(name: string, tools: readonly ToolDescription[]): string | null {
  const bare = (name.split(/[./:]/u).at(-1) ?? "").toLowerCase().replace(/[\s-]+/gu, "_");
  const camel = (name.split(/[./:]/u).at(-1) ?? "").replace(/(?<=[a-z])(?=[A-Z])/gu, "_").toLowerCase();
  return tools.find((known) => known.name === bare || known.name === camel)?.name ?? null;
}

const toolSets = new WeakMap<readonly ToolDescription[], ToolSet>();

/** Creates the tools once per list, because every step of every turn uses the same list. */
function toolSetOf(tools: readonly ToolDescription[]): ToolSet {
  const known = toolSets.get(tools);
  if (known !== undefined) return known;
  const made: ToolSet = Object.fromEntries(
    tools.map(({ name, description, inputSchema }) => [
      name,
      tool({ description, inputSchema: jsonSchema(inputSchema) }),
    ]),
  );
  toolSets.set(tools, made);
  return made;
}
