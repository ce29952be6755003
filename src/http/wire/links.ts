import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
import type { Job } from "../../jobs/index.ts";
import { limits } from "../../limits.ts";
import type { Clock } from "../../std/clock.ts";

export interface Links {
  /** Returns the base URL without a trailing slash. */
  baseUrl(): string;
  /** Returns the path that clients must request: the base URL's path, followed by `path`. */
  path(path: string): string;
  /** Returns the pull request's URL on its code host, or the signed page of a local one, or null if there is none. */
  pullRequest(job: Pick<Job, "projectId" | "id" | "pullRequest" | "linkRevision">): string | null;
  /** Returns the URL of the dashboard screen for a job's pull request. */
  pullRequestScreen(job: { readonly projectId: string; readonly jobId: string }): string;
  /** Returns an invitation link. The token comes after the #, so that it never reaches servers, logs or referrers. */
  invitation(token: string): string;
  /** Returns a share link to a project's analytics, also with the token after the #. */
  sharedAnalytics(token: string): string;
  /** Returns a password reset link, also with the token after the #. */
  recovery(token: string): string;
  /** Returns the URL for webhooks from a code host of this kind. */
  incomingHook(host: string, projectId: string): string;
  /**
   * Returns whether a link with these parameters currently leads to this pull request's page. Compares signatures in
   * constant time.
   */
  opensPullRequest(page: PullRequestPage & { readonly createdAt: number }, link: PageLink): boolean;
}

/** The parameters of a signed link. Missing parameters are empty. */
export interface PageLink {
  readonly signature: string;
  /**
   * The last day on which the link works, `YYYY-MM-DD` in UTC. Earlier versions created links without this parameter.
   */
  readonly until: string;
}

const { pageLinkMs } = limits.pages;

const dayOf = (timeMs: number) => new Date(timeMs).toISOString().slice(0, 10);

export interface PullRequestPage {
  readonly projectId: string;
  readonly jobId: string;
  readonly number: number;
  /** The number of times that the links to this page were revoked. */
  readonly linkRevision: number;
}

/**
 * `secret` is the installation's secret. The key that signs links is derived from the secret (HKDF, RFC 5869), so that
 * links reveal nothing about the secret, and each purpose has its own key. `baseUrl` is called for each link, because
 * the service's port may be unknown before it listens.
 */
export function createLinks(options: {
  readonly baseUrl: () => string;
  readonly secret: string;
  readonly clock: Pick<Clock, "now">;
  /**
   * The time when this installation began to create links that expire. Links created earlier expire `pageLinkMs` after
   * this time.
   */
  readonly expiringSince?: number;
}): Links {
  const { clock, expiringSince = 0 } = options;
  const key = Buffer.from(hkdfSync("sha256", options.secret, "", "docwright pull request page v1", 32));

  /** IDs contain no line breaks, so no two pages have the same text to sign. */
  function sign({ projectId, jobId, number, linkRevision }: PullRequestPage, until: string): Buffer {
    const page = `view pull request\n${projectId}\n${jobId}\n${number}`;
    const dated = until === "" ? page : `${page}\n${until}`;
    // Links from versions without revisions stay valid until they are revoked.
    return createHmac("sha256", key)
      .update(linkRevision === 0 ? dated : `${dated}\nrevision ${linkRevision}`)
      .digest();
  }

  return {
    baseUrl: options.baseUrl,
    path: (path) => new URL(options.baseUrl() + path).pathname,
    pullRequest({ projectId, id, pullRequest, linkRevision }) {
      if (pullRequest === null) return null;
      if (pullRequest.url !== null) return pullRequest.url;
      const { number } = pullRequest;
      // Expiry is in whole days, so that a link stays the same for a day.
      const until = dayOf(clock.now() + pageLinkMs);
      const signature = sign({ projectId, jobId: id, number, linkRevision }, until).toString("base64url");
      return `${options.baseUrl()}/pull-requests/${projectId}/${id}/${number}?sig=${signature}&until=${until}`;
    },
    pullRequestScreen: ({ projectId, jobId }) =>
      `${options.baseUrl()}/projects/${projectId}/jobs/${jobId}?show=changes`,
    invitation: (token) => `${options.baseUrl()}/join#${token}`,
    sharedAnalytics: (token) => `${options.baseUrl()}/shared#${token}`,
    recovery: (token) => `${options.baseUrl()}/recover#${token}`,
    incomingHook: (host, projectId) => `${options.baseUrl()}/v1/hooks/${host}/${projectId}`,
    opensPullRequest(page, { signature, until }) {
      const given = Buffer.from(signature, "base64url");
      const right = sign(page, until);
      if (given.length !== right.length || !timingSafeEqual(given, right)) return false;
      const today = dayOf(clock.now());
      if (until !== "") return today <= until;
      return today <= dayOf(Math.max(page.createdAt, expiringSince) + pageLinkMs);
    },
  };
}
