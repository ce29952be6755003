import type { Conversations } from "./conversations/conversations.ts";
import type { RemoteKind } from "./kinds/index.ts";
import type { SignedCommits } from "./signed-commits.ts";

/**
 * One repository on a code host, opened with one credential. Every method except `conversations.reply` is safe to call
 * again after a crash, and throws `HostError` if the host rejects the request or fails.
 */
export interface RemoteHost {
  readonly kind: RemoteKind;
  /** Returns the URL and the credentials for git. */
  gitAccess(): Promise<GitAccess>;
  /** True for the default branch and for protected branches, which should never be pushed to. */
  isProtected(branch: string): Promise<boolean>;
  /** Reads the current state from the host, including people's changes. Null if no pull request has this number. */
  findPullRequest(number: number, signal?: AbortSignal): Promise<PullRequest | null>;
  /** Reads pull requests by number, in as few calls as the host allows. Omits unknown numbers. */
  findPullRequests(
    numbers: readonly number[],
    signal: AbortSignal,
  ): Promise<ReadonlyMap<number, PullRequest>>;
  /** The newest open pull request from this branch, or null. */
  findByBranch(branch: string): Promise<PullRequest | null>;
  /** If the branch already has an open pull request, updates and returns that pull request. */
  createPullRequest(input: NewPullRequest): Promise<PullRequest>;
  /** Throws `conflict` if the pull request is no longer open. */
  updatePullRequest(input: PullRequestUpdate): Promise<PullRequest>;
  /**
   * Adds labels and requests reviews; idempotent. Returns a message for each label or reviewer that the host rejects.
   */
  addToPullRequest(input: PullRequestAdditions): Promise<readonly string[]>;
  /** Throws if the repository, the credential or a permission is missing. Changes nothing on the host. */
  checkAccess(signal: AbortSignal): Promise<void>;
  /** Creates commits that the host signs; null if the host cannot create such commits or never requires them. */
  readonly signedCommits: SignedCommits | null;
  /** Comments and checks on pull requests. */
  readonly conversations: Conversations;
}

/** What git needs to access the repository over HTTP. */
export interface GitAccess {
  /** The repository's URL for git. It is on the same host as the given URL. */
  readonly gitUrl: string;
  readonly auth: GitAuth;
  /** Replaces credentials that the host rejected. Absent if they cannot be replaced. */
  readonly renewAuth?: (refused: GitAuth) => Promise<GitAuth>;
}

export interface GitAuth {
  readonly username: string;
  readonly password: string;
}

export interface PullRequest {
  readonly number: number;
  /** The pull request's web page. */
  readonly url: string;
  readonly state: "open" | "merged" | "closed";
  readonly branch: string;
  readonly base: string;
  readonly title: string;
  readonly body: string;
  readonly draft: boolean;
}

export interface NewPullRequest {
  readonly branch: string;
  readonly base: string;
  readonly title: string;
  readonly body: string;
  readonly draft: boolean;
}

export interface PullRequestUpdate {
  readonly number: number;
  /** If null, the current title is kept. */
  readonly title: string | null;
  readonly body: string;
}

export interface PullRequestAdditions {
  readonly number: number;
  readonly labels: readonly string[];
  /** People by their user names on the host; teams as `organization/team`. */
  readonly reviewers: readonly string[];
}

export type HostErrorKind = "not_found" | "unauthorized" | "refused" | "conflict" | "unavailable";

/** `message` tells people what to do next. `cause` is for the log. */
export class HostError extends Error {
  override readonly name = "HostError";
  readonly kind: HostErrorKind;

  constructor(kind: HostErrorKind, message: string, options: { cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.kind = kind;
  }
}

/** The host rejects the credential as unknown or expired (401). Missing permissions are a different error. */
export class CredentialRefused extends HostError {}
