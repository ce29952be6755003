import { expect, it } from "vitest";
import { readSubject } from "./subjects.ts";

it.each([
  [null, "", "general"],
  [null, "budget", "agent"],
  [null, "model-keys", "agent"],
  ["visitors", "", "visitors"],
  ["agent", "general", "agent"],
  ["nothing", "nothing", "general"],
])("opens the page named by %j and %j", (about, fragment, id) => {
  expect(readSubject(about, fragment).id).toBe(id);
});
