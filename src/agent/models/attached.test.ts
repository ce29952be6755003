import { expect, it } from "vitest";
import { limits } from "../../limits.ts";
import { attachedTokens, readsOf, unreadable } from "./attached.ts";
import { estimateRequest } from "./estimate.ts";
import { factsOf } from "./known-models.ts";

const content = new Uint8Array(1000);
const file = (mediaType: "image/png" | "image/gif" | "application/pdf") =>
  ({ kind: "file", name: "a", mediaType, content }) as const;

it.each([
  ["anthropic/claude-opus-5-5", true, true, true],
  ["anthropic/glm-5", false, false, false],
  ["openai/gpt-6-sol", true, true, true],
  ["openai/gpt-3.5-turbo", false, false, false],
  ["openai/o3-mini-2025", false, false, false],
  ["google/gemini-3.1-pro", true, false, true],
  ["google/gemma-2", false, false, false],
  ["openai-compatible/openai/gpt-6-sol", true, true, false],
  ["openai-compatible/qwen2.5vl:7b", true, true, false],
  ["openai-compatible/qwen2.5:7b", false, false, false],
])("%s: PNG %s, GIF %s, PDF %s", (id, png, gif, pdf) => {
  const reads = readsOf(id, undefined);
  const types = ["image/png", "image/gif", "application/pdf"] as const;
  expect(types.map((type) => unreadable(file(type), reads) === null)).toEqual([png, gif, pdf]);
});

it("the operator's statement about images overrides ours", () => {
  const notes = { "openai-compatible/own": { images: true }, "anthropic/": { images: false } };
  expect(factsOf("openai-compatible/own:8b", notes).reads.types).toContain("image/png");
  expect(factsOf("anthropic/claude-test", notes).reads.types).toEqual([]);
});

it("an image counts as about 2,000 tokens in estimates, however large it is", () => {
  const transcript = [{ type: "user" as const, text: "Look.", attachments: [file("image/png")] }];
  expect(attachedTokens(transcript)).toBe(limits.attachments.imageTokens);
  const { inputTokens } = estimateRequest({ system: "", tools: [], transcript });
  const plain = estimateRequest({ system: "", tools: [], transcript: [{ type: "user", text: "Look." }] });
  expect(inputTokens - plain.inputTokens).toBeGreaterThanOrEqual(limits.attachments.imageTokens);
  expect(inputTokens - plain.inputTokens).toBeLessThan(limits.attachments.imageTokens + 200);
});
