import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
import type { Job } from "../../jobs/index.ts";

export interface Links {
  /** Without a trailing slash. */
  baseUrl(): string;
  /** Returns a path of this service below the base URL's path, as clients must request it. */
  path(path: string): string;
  /** Returns the pull request's URL on its code host, or the signed page of a local one, or null if there is none. */
  pullRequest(job: Pick<Job, "projectId" | "id" | "pullRequest">): string | null;
  /** The dashboard's page for a job's pull request. */
  pullRequestScreen(job: { readonly projectId: string; readonly jobId: string }): string;
  /** An invitation link. The token comes after the #, so that it never reaches servers, logs or referrers. */
  invitation(token: string): string;
  /** A share link to a project's analytics, also with the token after the #. */
  sharedAnalytics(token: string): string;
  /** A password reset link, also with the token after the #. */
  recovery(token: string): string;
  /** The URL for webhooks from a code host of this kind. */
  incomingHook(host: string, projectId: string): string;
  /** Returns whether `signature` is valid for the page of this pull request, in constant time. */
  opensPullRequest(page: PullRequestPage, signature: string): boolean;
}

export interface PullRequestPage {
  readonly projectId: string;
  readonly jobId: string;
  readonly number: number;
}

/**
 * `secret` is the installation's secret. The key that signs links is derived from it (HKDF, RFC 5869), so that links
 * reveal nothing about it, and each purpose has its own key. `baseUrl` is called for each link, because the service's
 * port may be unknown before it listens.
 */
export function createLinks(options: { readonly baseUrl: () => string; readonly secret: string }): Links {
  const key = Buffer.from(hkdfSync("sha256", options.secret, "", "docwright pull request page v1", 32));

  /** IDs contain no line breaks, so no two pages have the same text to sign. */
  function sign({ projectId, jobId, number }: PullRequestPage): Buffer {
    return createHmac("sha256", key).update(`view pull request\n${projectId}\n${jobId}\n${number}`).digest();
  }

  return {
    baseUrl: options.baseUrl,
    path: (path) => new URL(options.baseUrl() + path).pathname,
    pullRequest({ projectId, id, pullRequest }) {
      if (pullRequest === null) return null;
      if (pullRequest.url !== null) return pullRequest.url;
      const { number } = pullRequest;
      const signature = sign({ projectId, jobId: id, number }).toString("base64url");
      return `${options.baseUrl()}/pull-requests/${projectId}/${id}/${number}?sig=${signature}`;
    },
    pullRequestScreen: ({ projectId, jobId }) =>
      `${options.baseUrl()}/projects/${projectId}/jobs/${jobId}?show=changes`,
    invitation: (token) => `${options.baseUrl()}/join#${token}`,
    sharedAnalytics: (token) => `${options.baseUrl()}/shared#${token}`,
    recovery: (token) => `${options.baseUrl()}/recover#${token}`,
    incomingHook: (host, projectId) => `${options.baseUrl()}/v1/hooks/${host}/${projectId}`,
    opensPullRequest(page, signature) {
      const given = Buffer.from(signature, "base64url");
      const right = sign(page);
      return given.length === right.length && timingSafeEqual(given, right);
    },
  };
}
