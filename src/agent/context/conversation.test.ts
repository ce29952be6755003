import { expect, it } from "vitest";
import type { Message } from "../../jobs/index.ts";
import { limits } from "../../limits.ts";
import { conversationSoFar } from "./conversation.ts";

const { conversationCharsMax, messageCharsMax } = limits.context;
const said = (...texts: readonly string[]) =>
  texts.map((text, index) => ({ role: index % 2 === 0 ? "user" : "agent", text }) as unknown as Message);

it("includes a short conversation in full", () => {
  expect(conversationSoFar(said("one", "two", "three"))).toEqual([
    { type: "earlier", role: "user", text: "one" },
    { type: "earlier", role: "agent", text: "two" },
    { type: "earlier", role: "user", text: "three" },
  ]);
  expect(conversationSoFar([])).toEqual([]);
});

it("cuts a long message and says so", () => {
  const [entry] = conversationSoFar(said("x".repeat(messageCharsMax + 1)));
  expect(entry).toMatchObject({ text: `${"x".repeat(messageCharsMax)}\n[the rest of this message was cut]` });
});

it("keeps the first message and the last ones that fit, and says how many are left out", () => {
  const each = 3000;
  const fits = conversationCharsMax / each - 1;
  const entries = conversationSoFar(
    said(...Array.from({ length: 40 }, (_, n) => String(n).padEnd(each, "."))),
  );
  expect(entries.map((entry) => ("text" in entry ? entry.text.replace(/\.+$/u, "") : ""))).toEqual([
    "0",
    `Messages left out here: ${40 - 1 - fits}`,
    ...Array.from({ length: fits }, (_, n) => String(40 - fits + n)),
  ]);
});
