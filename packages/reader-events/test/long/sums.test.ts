import { test } from "vitest";
import { checkSums } from "../support/check-sums.ts";

test("sums equal a plain count of the events, in many random histories", () => {
  checkSums({ numRuns: 3000 });
});
