import { expect, test } from "vitest";
import type { WireEvent } from "../api/wire.ts";
import { tellStory } from "./story.ts";

const why = "The editor did not understand it.";
const createdAt = "2026-01-05T12:00:00.000Z";
const event = (seq: number, type: WireEvent["type"], data: WireEvent["data"]) => ({
  seq,
  type,
  data,
  createdAt,
});
const events = [
  event(1, "turn.started", { turn: 1, base: "a".repeat(40) }),
  event(2, "turn.failed", { message: why }),
];

test("why a job failed, which stands above, is not told again, also before its messages are there", () => {
  const details = tellStory({ messages: [], events }, why).flatMap((entry) =>
    entry.kind === "work" ? entry.steps.map(({ text, detail }) => [text, detail]) : [],
  );
  expect(details).toEqual([
    ["Started from commit aaaaaaaa", ""],
    ["Failed", ""],
  ]);
});
