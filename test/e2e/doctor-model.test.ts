import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { examine } from "../../src/cli/examine.ts";
import type { Answer } from "../support/model-server/answer.ts";
import { type ModelServer, openModelServer } from "../support/model-server/server.ts";
import { type TemporaryFolder, temporaryFolder } from "../support/repository.ts";
import { openApp } from "../support/service.ts";

let folder: TemporaryFolder;
let server: ModelServer;

beforeEach(async () => {
  folder = temporaryFolder();
  server = await openModelServer();
});
afterEach(async () => {
  await server.close();
  folder[Symbol.dispose]();
});

async function modelFinding(
  model: string,
  answer: Answer,
  environment: Readonly<Record<string, string>> = {},
) {
  // The doctor's question holds no mark of ours: every script is for it.
  server.playAll(() => answer);
  const app = await openApp(folder.path, {
    env: { ...server.environment, DOCWRIGHT_MODEL: model, ...environment },
  });
  try {
    return (await examine(app)).find(({ subject }) => subject === "model");
  } finally {
    await app.close();
  }
}

const sentence = "Good documentation answers the question that its reader came with, and nothing else.";
const call = { name: "report", input: { word: "documentation" } };

describe.each(["anthropic/claude-test", "openai/gpt-test", "google/gemini-test", "openai-compatible/test"])(
  "docwright doctor, with %s",
  (model) => {
    it("tells that a model answers, calls a tool and streams", async () => {
      const found = await modelFinding(model, { say: `${sentence} ${sentence}`, calls: [call] });
      expect(found).toMatchObject({ ok: true });
      expect(found?.message).toContain(`${model} answers, calls a tool`);
    });

    it("tells that it calls no tool", async () => {
      const found = await modelFinding(model, { say: sentence });
      expect(found).toMatchObject({ ok: false });
      expect(found?.message).toContain("did not call a tool");
    });

    it("tells that the key is not accepted", async () => {
      const found = await modelFinding(model, { status: 401 });
      expect(found).toMatchObject({ ok: false });
      expect(found?.message).toContain("does not accept the key");
    });
  },
);

it("tells of a server that fails, before the time for trying is up", async () => {
  const answer = { status: 503, message: "Loading the model", headers: { "retry-after-ms": "5" } };
  const found = await modelFinding("openai-compatible/test", answer);
  expect(found).toMatchObject({ ok: false });
  expect(found?.message).toContain("openai-compatible/test gave no answer: Loading the model");
});

it("names the variable of a key that is missing", async () => {
  const found = await modelFinding("anthropic/claude-test", {}, { ANTHROPIC_API_KEY: "" });
  expect(found).toMatchObject({ ok: false });
  expect(found?.message).toContain("ANTHROPIC_API_KEY");
});

it("asks nothing of the builtin editor", async () => {
  expect(await modelFinding("builtin/editor", {})).toMatchObject({ ok: true });
});
