import { limits } from "../../limits.ts";
import type { PullRequestView } from "../../pull-requests/index.ts";
import type { WireSharedPullRequest } from "../wire/changes.ts";
import { parseDiff } from "./diff.ts";
import { renderMarkdown } from "./markdown.ts";

/** Everything that a reviewer needs: the description, checks, commits and the diff. */
export function toWireSharedPullRequest(view: PullRequestView): WireSharedPullRequest {
  const { number, title, state, draft, body, branch, base, mergedSha, createdAt, updatedAt } = view;
  const diff = parseDiff(view.diff, limits.pages);
  const files = diff.files.slice(0, limits.pages.filesMax);
  return {
    jobId: view.jobId,
    repository: view.repositoryUrl.replace(/^[a-z]+:\/\//u, ""),
    updatedAt: iso(updatedAt),
    files,
    fileCount: Math.max(view.files.length, diff.files.length),
    remark: diff.remark,
    checks: view.checks,
    left: [],
    commits: view.commits.map(({ sha, subject, authorName, at }) => ({
      sha,
      subject,
      authorName,
      at: iso(at),
    })),
    commitCount: view.commitCount,
    pullRequest: {
      ...{ number, title, state, draft, branch, base, mergedSha },
      bodyHtml: renderMarkdown(body).text,
      createdAt: iso(createdAt),
    },
  };
}

const iso = (at: number): string => new Date(at).toISOString();
