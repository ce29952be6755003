import { limits } from "../../limits.ts";
import { readsOf } from "./attached.ts";
import type { Editing, ModelFacts, Price } from "./model.ts";

/** Facts about models, by their ID or a prefix of it. */
export type ModelNotes = Readonly<Record<string, ModelNote>>;

interface ModelNote {
  readonly inputUsd?: number | undefined;
  readonly outputUsd?: number | undefined;
  readonly cacheReadUsd?: number | undefined;
  readonly cacheWriteUsd?: number | undefined;
  readonly contextTokens?: number | undefined;
  readonly editing?: Editing | undefined;
  /** Whether the model accepts images. Our own data is in `attached.ts`. */
  readonly images?: boolean | undefined;
}

/**
 * List prices in US dollars per million tokens, and context windows. The longest matching prefix of an ID applies. As
 * of November 2026, from Anthropic's own pages and, for OpenAI and Google, from third parties. If sources disagree, or
 * a lower price expires soon (Gemini 4 in November, Gemini Flash at the end of the year), the higher price is listed,
 * so that cost limits are not exceeded. If conversations cost more above some length (100,000 tokens with Haiku 5.5,
 * 200,000 with Gemini Pro, 272,000 with GPT-5.4 and later), the window ends at that length; for GPT-5, it is the input
 * limit. Prices
 * change: `DOCWRIGHT_MODELS` overrides these values, and a model without a price has no cost limit.
 *
 * `sections` is for small models, which often misquote the text that they want to change.
 */
const known: ModelNotes = {
  "anthropic/": { contextTokens: 200_000 },
  "anthropic/claude-fable-5": { ...price(10, 50, 1, 12.5), contextTokens: 1_000_000 },
  "anthropic/claude-fable-5-1": { ...price(10, 50, 0.25, 12.5), contextTokens: 1_000_000 },
  "anthropic/claude-fable-5-2": { ...price(8, 40, 0.2, 10), contextTokens: 1_000_000 },
  "anthropic/claude-opus-5": { ...price(5, 25, 0.5, 6.25), contextTokens: 1_000_000 },
  "anthropic/claude-opus-5-5": { ...price(4, 20, 0.4, 5), contextTokens: 1_000_000 },
  "anthropic/claude-opus-4": { ...price(15, 75, 1.5, 18.75), contextTokens: 200_000 },
  "anthropic/claude-opus-4-5": { ...price(5, 25, 0.5, 6.25), contextTokens: 200_000 },
  "anthropic/claude-opus-4-6": { ...price(5, 25, 0.5, 6.25), contextTokens: 200_000 },
  "anthropic/claude-opus-4-7": { ...price(5, 25, 0.5, 6.25), contextTokens: 200_000 },
  "anthropic/claude-opus-4-8": { ...price(5, 25, 0.5, 6.25), contextTokens: 200_000 },
  "anthropic/claude-sonnet-5": { ...price(2, 10, 0.2, 2.5), contextTokens: 1_000_000 },
  "anthropic/claude-sonnet-4": { ...price(3, 15, 0.3, 3.75), contextTokens: 200_000 },
  "anthropic/claude-haiku-5-5": { ...price(0.1, 0.5, 0.01, 0.125), contextTokens: 100_000 },
  "anthropic/claude-haiku-4": { ...price(1, 5, 0.1, 1.25), contextTokens: 200_000 },
  "anthropic/claude-3-5-haiku": { ...price(0.8, 4, 0.08, 1), contextTokens: 200_000 },
  "anthropic/claude-3-haiku": {
    ...price(0.25, 1.25, 0.03, 0.3),
    contextTokens: 200_000,
    editing: "sections",
  },
  // From GPT-5.6 on, cache writes cost 25% more than input.
  "openai/gpt-6": { contextTokens: 272_000 },
  "openai/gpt-6-astra": { ...price(10, 50, 1, 12.5), contextTokens: 272_000 },
  "openai/gpt-6-sol": { ...price(2, 10, 0.2, 2.5), contextTokens: 272_000 },
  "openai/gpt-6-luna": { ...price(0.1, 0.5, 0.01, 0.125), contextTokens: 272_000, editing: "sections" },
  "openai/gpt-6.1-sol": { ...price(2, 10, 0.1, 2.5), contextTokens: 272_000 },
  "openai/gpt-6.1-terra": { ...price(1, 5, 0.05, 1.25), contextTokens: 272_000 },
  "openai/gpt-5.6-sol": { ...price(4, 20, 0.4, 5), contextTokens: 272_000 },
  "openai/gpt-5.6-terra": { ...price(2, 12, 0.2, 2.5), contextTokens: 272_000 },
  "openai/gpt-5.6-luna": { ...price(0.2, 1.2, 0.02, 0.25), contextTokens: 272_000, editing: "sections" },
  "openai/gpt-5.5": { ...price(5, 30, 0.5), contextTokens: 272_000 },
  "openai/gpt-5.5-pro": { ...price(30, 180, 30), contextTokens: 272_000 },
  "openai/gpt-5.4": { ...price(2.5, 15, 0.25), contextTokens: 272_000 },
  "openai/gpt-5.4-pro": { ...price(30, 180, 30), contextTokens: 272_000 },
  "openai/gpt-5.4-mini": { ...price(0.75, 4.5, 0.075), contextTokens: 272_000 },
  "openai/gpt-5.4-nano": { ...price(0.2, 1.25, 0.02), contextTokens: 272_000, editing: "sections" },
  "openai/gpt-5.2": { ...price(1.75, 14, 0.175), contextTokens: 272_000 },
  "openai/gpt-5.2-pro": { ...price(21, 168, 21), contextTokens: 272_000 },
  "openai/gpt-5.1": { ...price(1.25, 10, 0.125), contextTokens: 272_000 },
  "openai/gpt-5": { ...price(1.25, 10, 0.125), contextTokens: 272_000 },
  // Other GPT-5 versions have their own prices, which are unknown.
  "openai/gpt-5.": { contextTokens: 272_000 },
  "openai/gpt-5-pro": { contextTokens: 272_000 },
  "openai/gpt-5-mini": { ...price(0.25, 2, 0.025), contextTokens: 272_000 },
  "openai/gpt-5-nano": { ...price(0.05, 0.4, 0.005), contextTokens: 272_000, editing: "sections" },
  "openai/gpt-4.1": { ...price(2, 8, 0.5), contextTokens: 1_000_000 },
  "openai/gpt-4.1-mini": { ...price(0.4, 1.6, 0.1), contextTokens: 1_000_000 },
  "openai/gpt-4.1-nano": { ...price(0.1, 0.4, 0.025), contextTokens: 1_000_000, editing: "sections" },
  "openai/gpt-4o": { ...price(2.5, 10, 1.25), contextTokens: 128_000 },
  "openai/gpt-4o-mini": { ...price(0.15, 0.6, 0.075), contextTokens: 128_000, editing: "sections" },
  "openai/o3": { ...price(2, 8, 0.5), contextTokens: 200_000 },
  "openai/o3-pro": { contextTokens: 200_000 },
  "openai/o4-mini": { ...price(1.1, 4.4, 0.275), contextTokens: 200_000 },
  "google/": { contextTokens: 1_000_000 },
  "google/gemini-4-argon": { ...price(4, 20, 0.2), contextTokens: 1_000_000 },
  "google/gemini-4-carbon": { ...price(4, 20, 0.2), contextTokens: 1_000_000 },
  "google/gemini-4-hydrogen": { ...price(1.5, 7.5, 0.15), contextTokens: 1_000_000 },
  "google/gemini-3.8-flash": { ...price(1.5, 7.5, 0.15), contextTokens: 1_000_000 },
  "google/gemini-3.7-flash": { ...price(1.5, 7.5, 0.15), contextTokens: 1_000_000 },
  "google/gemini-3.6-flash": { ...price(1.5, 7.5, 0.15), contextTokens: 1_000_000 },
  "google/gemini-3.5-flash": { ...price(1.5, 9, 0.15), contextTokens: 1_000_000 },
  "google/gemini-3.5-flash-lite": { ...price(0.3, 2.5, 0.03), contextTokens: 1_000_000 },
  "google/gemini-3.1-pro": { ...price(2, 12, 0.2), contextTokens: 200_000 },
  "google/gemini-3.1-flash-lite": {
    ...price(0.25, 1.5, 0.025),
    contextTokens: 1_000_000,
    editing: "sections",
  },
  "google/gemini-3-pro": { ...price(2, 12, 0.2), contextTokens: 200_000 },
  "google/gemini-3-flash": { ...price(0.5, 3, 0.05), contextTokens: 1_000_000 },
  "google/gemini-2.5-pro": { ...price(1.25, 10, 0.125), contextTokens: 200_000 },
  "google/gemini-2.5-flash": { ...price(0.3, 2.5, 0.03), contextTokens: 1_000_000 },
  "google/gemini-2.5-flash-lite": { ...price(0.1, 0.4, 0.01), contextTokens: 1_000_000, editing: "sections" },
  "openai-compatible/gemma": { editing: "sections" },
  "openai-compatible/llama3": { editing: "sections" },
  "openai-compatible/mistral": { editing: "sections" },
  "openai-compatible/mistral-large": { editing: "exact" },
  "openai-compatible/mistral-medium": { editing: "exact" },
  "openai-compatible/mistralai/": { editing: "exact" },
  "openai-compatible/phi": { editing: "sections" },
  "openai-compatible/qwen2": { editing: "sections" },
};

function price(inputUsd: number, outputUsd: number, cacheReadUsd: number, cacheWriteUsd = inputUsd) {
  return { inputUsd, outputUsd, cacheReadUsd, cacheWriteUsd };
}

/**
 * Returns the IDs of the models that the operator named and of the models with a known price. Omits prefixes of IDs.
 */
export function namedModels(notes: ModelNotes): readonly string[] {
  const ours = Object.keys(known).filter((id) => known[id]?.inputUsd !== undefined);
  return [...new Set([...Object.keys(notes), ...ours])].filter((id) => !/[./-]$/u.test(id));
}

/** Returns the facts about a model. The operator's values take precedence over ours. */
export function factsOf(id: string, notes: ModelNotes): ModelFacts {
  const { contextTokens, editing, images, ...rest } = { ...ourNoteOf(id), ...noteOf(id, notes) };
  return {
    price: priceOf(rest),
    contextTokens: contextTokens ?? limits.models.contextTokens,
    editing: editing ?? "exact",
    reads: readsOf(id, images),
  };
}

/** Gateways such as OpenRouter use the providers' model names and prices, but with dots in Anthropic's versions. */
function ourNoteOf(id: string): ModelNote {
  const inner = id.replace(/^openai-compatible\//u, "");
  if (inner === id) return noteOf(id, known);
  const note = noteOf(inner.startsWith("anthropic/") ? inner.replaceAll(".", "-") : inner, known);
  return note.inputUsd === undefined ? noteOf(id, known) : note;
}

function noteOf(id: string, notes: ModelNotes): ModelNote {
  const beginnings = Object.keys(notes).filter((beginning) => id.startsWith(beginning));
  const longest = beginnings.sort((a, b) => b.length - a.length)[0];
  return (longest === undefined ? undefined : notes[longest]) ?? {};
}

function priceOf({ inputUsd, outputUsd, ...cache }: ModelNote): Price | null {
  if (inputUsd === undefined || outputUsd === undefined) return null;
  const { cacheReadUsd, cacheWriteUsd } = cache;
  return { inputUsd, outputUsd, cacheReadUsd, cacheWriteUsd };
}
