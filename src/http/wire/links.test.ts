import { createHmac, hkdfSync } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { JobId } from "../../jobs/index.ts";
import type { ProjectId } from "../../projects/index.ts";
import { createLinks } from "./links.ts";

const secret = "an installation's secret of many characters";
const nowMs = Date.UTC(2026, 10, 21, 9);
const clock = { now: () => nowMs };
const links = createLinks({ baseUrl: () => "https://example.com/tools", secret, clock });
const job = {
  projectId: "prj_1" as ProjectId,
  id: "job_2" as JobId,
  pullRequest: { number: 3, url: null, state: "open" as const },
  linkRevision: 0,
};

describe("links", () => {
  it("sign pages with a key derived from the secret for this purpose", () => {
    const key = hkdfSync("sha256", secret, "", "docwright pull request page v1", 32);
    const sig = createHmac("sha256", Buffer.from(key))
      .update("view pull request\nprj_1\njob_2\n3\n2027-02-19")
      .digest("base64url");
    const until = "2027-02-19";
    expect(links.pullRequest(job)).toBe(
      `https://example.com/tools/pull-requests/prj_1/job_2/3?sig=${sig}&until=${until}`,
    );
    const page = { projectId: "prj_1", jobId: "job_2", number: 3, linkRevision: 0, createdAt: nowMs };
    const link = { signature: sig, until };
    expect(links.opensPullRequest(page, link)).toBe(true);
    for (const other of [
      { ...page, projectId: "prj_2" },
      { ...page, jobId: "job_3" },
      { ...page, number: 4 },
      { ...page, linkRevision: 1 },
    ])
      expect(links.opensPullRequest(other, link)).toBe(false);
    for (const wrong of ["", sig.slice(1), `${sig}A`, "é".repeat(43)])
      expect(links.opensPullRequest(page, { signature: wrong, until })).toBe(false);
  });

  it("point to the code host for its pull requests, and are null if there is no pull request", () => {
    const url = "https://git.example.com/acme/docs/pulls/3";
    expect(links.pullRequest({ ...job, pullRequest: { ...job.pullRequest, url } })).toBe(url);
    expect(links.pullRequest({ ...job, pullRequest: null })).toBeNull();
  });

  it("include the base URL's path", () => {
    expect(links.path("/v2/x")).toBe("/tools/v2/x");
    expect(createLinks({ baseUrl: () => "http://127.0.0.1:4400", secret, clock }).path("/v2/x")).toBe(
      "/v2/x",
    );
  });
});
