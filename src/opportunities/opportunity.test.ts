import { expect, test } from "vitest";
import type { Job, PullRequestState } from "../jobs/index.ts";
import { covers, type Decision, idOf, isPlainAddress, type Proposal, statusOf } from "./opportunity.ts";

const proposal = {
  ...{ kind: "redirect" as const, from: "/old", to: "/new", reason: "renamed" as const },
  add: { from: "/old", to: "/new" },
  ...{ people: 3, agents: 1, total: 4, referrers: [] },
} satisfies Proposal;
const decided = (fields: Partial<Decision> = {}): Decision => ({
  ...{ id: "opp_1", proposal, decision: "started", jobId: "job_1", reopened: false },
  ...fields,
});
const job = (status: Job["status"], state?: PullRequestState) =>
  ({ status, pullRequest: state === undefined ? null : { number: 1, url: null, state } }) as Job;

test.each([
  ["an active job", job("active"), false, "in_progress"],
  ["a job with an open pull request", job("completed", "open"), false, "in_progress"],
  ["a partial pull request of a failed job", job("failed", "open"), false, "in_progress"],
  ["a merged pull request", job("archived", "merged"), false, "done"],
  ["a merged pull request, after a closed one", job("archived", "merged"), true, "done"],
  ["a closed pull request", job("archived", "closed"), false, "open"],
  ["a second closed pull request", job("archived", "closed"), true, "dismissed"],
  ["a job without a pull request", job("completed"), false, "open"],
  ["a failed job", job("failed"), true, "open"],
  ["a job that was deleted", null, false, "open"],
] as const)("R74: %s", (_name, own, reopened, status) => {
  expect(statusOf(decided({ reopened }), { now: proposal, job: own })).toBe(status);
});

test.each([
  [4, "dismissed"],
  [7, "dismissed"],
  [8, "open"],
  [null, "dismissed"],
] as const)(
  "R74: an opportunity that was dismissed with 4 visitors and now has %s visitors is %s",
  (total, status) => {
    const now = total === null ? null : { ...proposal, total };
    expect(statusOf(decided({ decision: "dismissed", jobId: null }), { now, job: null })).toBe(status);
  },
);

test.each([
  ["Add a redirect from /old to /new", true],
  ["Please redirect `/old` to /new.", true],
  ["Add a redirect from /old to /newer", false],
  ["Add a redirect from /older to /new", false],
  ["Move /old", false],
])("R74: whether the job %s covers a redirect from /old to /new: %s", (title, is) => {
  expect(covers({ title }, proposal)).toBe(is);
});

test("R74: a redirect to the site's home page, and one below a base path, are recognized", () => {
  const home = { ...proposal, add: { from: "/docs/home", to: "/" } };
  expect(covers({ title: "Add a redirect from /docs/home to /" }, home)).toBe(true);
  expect(covers({ title: "Add a redirect from /old to /new" }, home)).toBe(false);
});

test.each([
  ["/", true],
  ["/guides/set-up_2.0~x", true],
  ["/guides/", false],
  ["/a%20b", false],
  ["/a`b", false],
  ["/é", false],
  ["/a//b", false],
  ["a", false],
])("R74: whether %s can be part of an instruction: %s", (path, is) => {
  expect(isPlainAddress(path)).toBe(is);
});

test("R74: an opportunity's ID depends on its project, address and page, and not on its evidence", () => {
  const id = idOf("prj_1", proposal);
  expect(id).toMatch(/^opp_[0-9a-f]{32}$/u);
  expect(idOf("prj_1", { ...proposal, reason: "folder", total: 9 } as Proposal)).toBe(id);
  const others = [idOf("prj_2", proposal), idOf("prj_1", { ...proposal, to: "/newer" })];
  expect(new Set([id, ...others]).size).toBe(3);
});
