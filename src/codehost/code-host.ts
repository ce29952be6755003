import type { Remote } from "../workspace/index.ts";
import type { Conversations } from "./conversations/conversations.ts";
import type { SignedCommits } from "./signed-commits.ts";

/** Hosts that are reached over the network. */
export const remoteKinds = ["github", "gitlab", "gitea", "bitbucket"] as const;
export type RemoteKind = (typeof remoteKinds)[number];

/**
 * What the service asks of the place where pull requests live. Git itself goes through `remote`. Every method is
 * safe to call again after a crash, and throws `HostError` where the host will not or cannot.
 */
export interface CodeHost {
  readonly kind: "local" | RemoteKind;
  /** Where git fetches from and pushes to, with what it needs to be let in. */
  remote(repositoryUrl: string): Promise<Remote>;
  /** True for the default branch and for every branch that the host protects, or shows files of: never pushed to. */
  isProtected(repositoryUrl: string, branch: string): Promise<boolean>;
  /** As the host has it now: what people did there since is seen. Null where there is none of that number. */
  findPullRequest(repositoryUrl: string, number: number, signal?: AbortSignal): Promise<PullRequest | null>;
  /** The same for many of one repository, by number, as cheaply as the host allows; unknown ones are left out. */
  findPullRequests(
    repositoryUrl: string,
    numbers: readonly number[],
    signal: AbortSignal,
  ): Promise<ReadonlyMap<number, PullRequest>>;
  /** The open pull request of this branch, newest first, or null. */
  findByBranch(repositoryUrl: string, branch: string): Promise<PullRequest | null>;
  /** Where the branch has an open one already, that one is brought up to date and answered. */
  createPullRequest(input: CreatePullRequest): Promise<PullRequest>;
  /** `conflict` where it is not open any more. */
  updatePullRequest(input: UpdatePullRequest): Promise<PullRequest>;
  /**
   * Gives a new pull request its labels and asks for its reviews; again changes nothing. What the host does not take
   * is answered as sentences, and stops nothing else.
   */
  addToPullRequest(input: AddToPullRequest): Promise<readonly string[]>;
  /**
   * Throws a sentence for what is missing: the repository, a right of the credential, or the credential itself. Asked
   * when a project is made; changes nothing on the host.
   */
  checkAccess(repositoryUrl: string, signal: AbortSignal): Promise<void>;
  /** Commits that the host signs; null where it makes none, or asks for none. */
  readonly signedCommits: SignedCommits | null;
  /** Merging and closing, where this service is what does it; null where people do it on the host. */
  readonly actions: PullRequestActions | null;
  /** What people say of pull requests there; null where there is nobody else who could. */
  readonly conversations: Conversations | null;
}

export interface PullRequestActions {
  /**
   * Refused with a sentence that a person can act on, e.g. a conflict, or a branch that is checked out. One that is
   * merged already is answered as it is.
   */
  merge(repositoryUrl: string, number: number, signal: AbortSignal): Promise<PullRequest>;
  /** One that is closed already is answered as it is; `conflict` for one that is merged. */
  close(repositoryUrl: string, number: number): Promise<PullRequest>;
}

export interface PullRequest {
  readonly number: number;
  /** Null: kept by this service, the address is built when it is read. */
  readonly url: string | null;
  readonly state: "open" | "merged" | "closed";
  readonly branch: string;
  readonly base: string;
  readonly title: string;
  readonly body: string;
  readonly draft: boolean;
}

export interface CreatePullRequest {
  readonly repositoryUrl: string;
  readonly projectId: string;
  readonly jobId: string;
  readonly branch: string;
  readonly base: string;
  readonly title: string;
  readonly body: string;
  readonly draft: boolean;
  readonly headSha: string;
}

export interface UpdatePullRequest {
  readonly repositoryUrl: string;
  readonly number: number;
  /** Null leaves it as people have it. */
  readonly title: string | null;
  readonly body: string;
  readonly headSha: string;
}

export interface AddToPullRequest {
  readonly repositoryUrl: string;
  readonly number: number;
  readonly labels: readonly string[];
  /** People by their names on the host; teams as `organisation/team`. */
  readonly reviewers: readonly string[];
}

export type HostErrorKind = "not_found" | "unauthorized" | "refused" | "conflict" | "unavailable";

/** `message` is for the job's owner and says what to do next; `cause` goes to the log only. */
export class HostError extends Error {
  override readonly name = "HostError";
  readonly kind: HostErrorKind;

  constructor(kind: HostErrorKind, message: string, options: { cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.kind = kind;
  }
}

/** The host does not know the credential, or not any more (401); a right that it lacks is another error. */
export class CredentialRefused extends HostError {}
