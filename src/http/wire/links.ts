import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
import type { Job } from "../../jobs/index.ts";

/** The addresses that this service hands out. */
export interface Links {
  /** Of the service, without a slash at its end. */
  baseUrl(): string;
  /** A path of this service as a browser or client must ask for it: below the base URL's own path. */
  path(path: string): string;
  /** The job's pull request on its code host, or the signed page of one that this service keeps; null where there is none. */
  pullRequest(job: Pick<Job, "projectId" | "id" | "pullRequest">): string | null;
  /** Where the job's pull request is shown to those who are signed in. */
  pullRequestScreen(job: { readonly projectId: string; readonly jobId: string }): string;
  /** The link of an invitation. The token stands behind the #: no server, log or referrer sees it. */
  invitation(token: string): string;
  /** What shows a project's analytics to whoever has it; its token stands behind the # as well. */
  sharedAnalytics(token: string): string;
  /** The link that lets somebody set a new password; as above. */
  recovery(token: string): string;
  /** Where a code host of this kind tells of a project's pull requests. */
  incomingHook(host: string, projectId: string): string;
  /** Whether `signature` opens the page of this pull request. Takes the same time whatever it is. */
  opensPullRequest(page: PullRequestPage, signature: string): boolean;
}

export interface PullRequestPage {
  readonly projectId: string;
  readonly jobId: string;
  readonly number: number;
}

/**
 * `secret` is the installation's: the key that signs links is derived from it (HKDF, RFC 5869), so that a link tells
 * nothing about it and another purpose gets another key. `baseUrl` is asked at every link, since the port that a
 * service listens on may be known only once it does.
 */
export function createLinks(options: { readonly baseUrl: () => string; readonly secret: string }): Links {
  const key = Buffer.from(hkdfSync("sha256", options.secret, "", "docwright pull request page v1", 32));

  /** Ids hold no line break, so that no two pages have one text. */
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
