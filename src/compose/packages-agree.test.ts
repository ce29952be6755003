import { expect, test } from "vitest";
import { limits as hostLimits } from "#codehosts";
import { limits as repositoryLimits } from "#repositories";
import { limits } from "../limits.ts";

test("repositories have the same limits in requests as in git", () => {
  expect(repositoryLimits.urlCharsMax).toBe(limits.projects.urlCharsMax);
  expect(repositoryLimits.refBytesMax).toBe(limits.http.refBytesMax);
  expect(repositoryLimits.diffBytesMax).toBe(limits.jobs.diffBytesMax);
});

test("the limit on failed workflows equals the limit on failed checks that are quoted to the model", () => {
  expect(hostLimits.failedRunsMax).toBe(limits.conversations.checksShownMax);
});
