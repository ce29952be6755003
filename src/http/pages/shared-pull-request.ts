import type { JobDiff } from "../../jobs/index.ts";
import { limits } from "../../limits.ts";
import type { PullRequestView } from "../../pull-requests/index.ts";
import type { WireChanges, WirePullRequest, WireSharedPullRequest } from "../wire/changes.ts";
import { toIso } from "../wire/iso-time.ts";
import { parseDiff } from "./diff.ts";
import { renderMarkdown } from "./markdown.ts";

/** Everything that a reviewer needs: the description, checks, commits and the diff. */
export function toWireSharedPullRequest(view: PullRequestView): WireSharedPullRequest {
  return {
    jobId: view.jobId,
    repository: view.repositoryUrl.replace(/^[a-z]+:\/\//u, ""),
    updatedAt: toIso(view.updatedAt),
    ...toWireDiffParts({ ...view, text: view.diff }),
    left: [],
    pullRequest: toWirePullRequest(view),
  };
}

/** A job's changes, parsed for display. */
export function toWireDiffParts({
  text,
  files,
  checks,
  commits,
  commitCount,
}: Pick<JobDiff, "text" | "files" | "checks" | "commits" | "commitCount">): Omit<
  WireChanges,
  "left" | "pullRequest"
> {
  const diff = parseDiff(text, limits.pages);
  return {
    files: diff.files.slice(0, limits.pages.filesMax),
    fileCount: Math.max(files.length, diff.files.length),
    remark: diff.remark,
    checks,
    commits: commits.map(({ sha, subject, authorName, at }) => ({ sha, subject, authorName, at: toIso(at) })),
    commitCount,
  };
}

export function toWirePullRequest(view: PullRequestView): WirePullRequest {
  const { number, title, state, draft, branch, base, mergedSha } = view;
  return {
    ...{ number, title, state, draft, branch, base, mergedSha },
    bodyHtml: renderMarkdown(view.body).text,
    createdAt: toIso(view.createdAt),
  };
}
