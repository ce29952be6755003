import { expect, it } from "vitest";
import { retryEvent } from "./retry-event.ts";

it.each([
  [
    { status: 503, waitMs: 7400.2, attempt: 2, triesMax: 4 },
    "The model does not answer (503), trying again in 8 s (2 of 4)",
  ],
  [
    { status: 429, waitMs: 60_000, attempt: 7, triesMax: 7 },
    "The model takes no more requests for now (429), trying again in 60 s (7 of 7)",
  ],
  [
    { status: null, waitMs: 0, attempt: 3, triesMax: 7 },
    "The model does not answer, trying again in 1 s (3 of 7)",
  ],
])("says of %o why nothing happens, and when it goes on", (retry, text) => {
  expect(retryEvent(retry)).toMatchObject({ type: "turn.retrying", data: { text, status: retry.status } });
});
