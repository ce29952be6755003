import type {
  Conversations,
  NewPullRequest,
  PullRequestAdditions,
  PullRequestUpdate,
  RemoteKind,
  PullRequest as RemotePullRequest,
  SignedCommits,
} from "#codehosts";
import type { Remote } from "#repositories";

/**
 * A service that stores pull requests: a remote code host, or this service for local repositories. Git operations use
 * `remote`. Every method is safe to call again after a crash, and throws `HostError` if the host rejects the request or
 * fails.
 */
export interface CodeHost {
  readonly kind: "local" | RemoteKind;
  /** Returns the remote for git, with its credentials. */
  remote(repositoryUrl: string): Promise<Remote>;
  /** True for the default branch and for protected or checked-out branches, which are never pushed to. */
  isProtected(repositoryUrl: string, branch: string): Promise<boolean>;
  /** Reads the current state from the host, including people's changes. Null if no pull request has this number. */
  findPullRequest(repositoryUrl: string, number: number, signal?: AbortSignal): Promise<PullRequest | null>;
  /** Reads pull requests in one repository by number, in as few calls as the host allows. Omits unknown numbers. */
  findPullRequests(
    repositoryUrl: string,
    numbers: readonly number[],
    signal: AbortSignal,
  ): Promise<ReadonlyMap<number, PullRequest>>;
  /** The newest open pull request from this branch, or null. */
  findByBranch(repositoryUrl: string, branch: string): Promise<PullRequest | null>;
  /** If the branch already has an open pull request, updates and returns that pull request. */
  createPullRequest(input: CreatePullRequest): Promise<PullRequest>;
  /** Throws `conflict` if the pull request is no longer open. */
  updatePullRequest(input: UpdatePullRequest): Promise<PullRequest>;
  /**
   * Adds labels and requests reviews; idempotent. Returns a message for each label or reviewer that the host rejects.
   */
  addToPullRequest(input: AddToPullRequest): Promise<readonly string[]>;
  /** Throws if the repository, the credential or a permission is missing. Changes nothing on the host. */
  checkAccess(repositoryUrl: string, signal: AbortSignal): Promise<void>;
  /** Creates commits that the host signs; null if the host cannot create such commits or never requires them. */
  readonly signedCommits: SignedCommits | null;
  /** Merges and closes pull requests, if this service hosts them; null if people do so on the host. */
  readonly actions: PullRequestActions | null;
  /** Comments and checks on pull requests; null if the host has none. */
  readonly conversations: Conversations | null;
}

export interface PullRequestActions {
  /**
   * Returns an already merged pull request unchanged. Throws if there is a conflict or the branch is checked out, for
   * example.
   */
  merge(repositoryUrl: string, number: number, signal: AbortSignal): Promise<PullRequest>;
  /** Returns an already closed pull request unchanged. Throws `conflict` if it is merged. */
  close(repositoryUrl: string, number: number): Promise<PullRequest>;
}

export interface PullRequest extends Omit<RemotePullRequest, "url"> {
  /** Null for a local pull request, whose URL is built when it is read. */
  readonly url: string | null;
}

export interface CreatePullRequest extends NewPullRequest {
  readonly repositoryUrl: string;
  readonly projectId: string;
  readonly jobId: string;
  readonly headSha: string;
}

export interface UpdatePullRequest extends PullRequestUpdate {
  readonly repositoryUrl: string;
  readonly headSha: string;
}

interface AddToPullRequest extends PullRequestAdditions {
  readonly repositoryUrl: string;
}
