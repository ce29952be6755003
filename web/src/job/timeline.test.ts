import { expect, test } from "vitest";
import type { WireEvent } from "../api/wire.ts";
import { buildTimeline } from "./timeline.ts";

const failure = "The editor did not understand it.";
const createdAt = "2026-01-05T12:00:00.000Z";
const event = (seq: number, type: WireEvent["type"], data: WireEvent["data"]) => ({
  seq,
  type,
  data,
  createdAt,
});
const events = [
  event(1, "turn.started", { turn: 1, base: "a".repeat(40) }),
  event(2, "turn.failed", { message: failure }),
];

test("the failure shown above the timeline is not repeated, even before the messages are loaded", () => {
  const details = buildTimeline({ messages: [], events }, failure).flatMap((entry) =>
    entry.kind === "work" ? entry.steps.map(({ text, detail }) => [text, detail]) : [],
  );
  expect(details).toEqual([
    ["Started from commit aaaaaaaa", ""],
    ["Failed", ""],
  ]);
});
