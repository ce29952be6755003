import { expect, test } from "vitest";
import { configNotes } from "./config-notes.ts";
import type { TranscriptEntry } from "./models/model.ts";

const note = (message: string) => ({ kind: "config", path: "sidebars.js", line: null, message });
const added = (path: string) => ({ path, notes: [note(`Add ${path}.`)] });

function messagesAfter(...data: readonly unknown[]): string[] {
  const results = data.map((one, index) => ({
    callId: String(index),
    name: "x",
    ok: true,
    text: "",
    data: one,
  }));
  const entry = { type: "step", results } as unknown as TranscriptEntry;
  return configNotes([entry]).map(({ message }) => message);
}

test("each note about configuration is collected once, in order", () => {
  expect(
    messagesAfter(added("a.md"), { notes: [note("Other."), { kind: "link", message: "x" }] }, added("a.md")),
  ).toEqual(["Add a.md.", "Other."]);
});

test("notes are dropped when all pages that they concern are reverted", () => {
  const moved = { moved: [{ from: "c.md", to: "d.md" }], notes: [note("Move c.md.")] };
  const reverted = (...paths: string[]) => ({ reverted: paths, all: false });
  expect(messagesAfter(added("a.md"), added("b.md"), reverted("a.md"))).toEqual(["Add b.md."]);
  expect(messagesAfter(moved, reverted("d.md"))).toEqual(["Move c.md."]);
  expect(messagesAfter(moved, reverted("c.md", "d.md"))).toEqual([]);
  expect(messagesAfter(added("a.md"), reverted("a.md"), added("a.md"))).toEqual(["Add a.md."]);
  expect(
    messagesAfter(added("a.md"), { notes: [note("Other.")] }, { reverted: ["a.md"], all: true }),
  ).toEqual([]);
});
