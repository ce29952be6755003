import { expect, it } from "vitest";
import { messagesOf } from "./messages.ts";
import type { TranscriptEntry } from "./model.ts";

const user: TranscriptEntry = { type: "user", text: "Do it." };
const feedback: TranscriptEntry = { type: "feedback", reason: "unfinished", text: "Go on." };
const reasoning = { type: "reasoning", text: "Hm.", providerOptions: { anthropic: { signature: "s" } } };
const text = { type: "text", text: "Well." };
const step = (...sent: readonly object[]): TranscriptEntry => ({
  type: "step",
  reply: { text: "", toolCalls: [], usage: { inputTokens: 1, outputTokens: 1 }, sent },
  results: [],
});
const asked = { role: "user", content: "Do it." };
const told = { role: "user", content: "Go on." };

it.each([
  ["reasoning before words", [reasoning, text], [{ role: "assistant", content: [reasoning, text] }]],
  ["reasoning after them", [text, reasoning, reasoning], [{ role: "assistant", content: [text] }]],
  ["reasoning alone", [reasoning], []],
  ["nothing", [], []],
])("after a reply that was %s, sends back only the parts that providers accept", (_what, sent, expected) => {
  expect(messagesOf([user, step(...sent), feedback])).toEqual([asked, ...expected, told]);
});
