import type { Clock } from "../std/clock.ts";
import type { Remote } from "../workspace/index.ts";
import type { PullRequest, RemoteKind } from "./code-host.ts";
import type { Conversations } from "./conversations/index.ts";
import type { HostCredential } from "./credential.ts";
import type { SendToHost } from "./host-fetch.ts";
import type { HostedRepository } from "./repository.ts";
import type { SignedCommits } from "./signed-commits.ts";
import type { TokenCache } from "./token-cache.ts";

/**
 * What one kind of host over the network must be able to do, for one repository with one credential: thin calls of its
 * API, and nothing else. `remote-host.ts` makes a `CodeHost` of it: doing things again, twins and limits are dealt with
 * there. Failures are `HostError`; what is not there is null.
 */
export interface RemoteDriver {
  readonly kind: RemoteKind;
  readonly conversations: Conversations;
  /** For git over HTTP. */
  gitAuth(): Promise<GitAuth>;
  /** Another in place of what the host refused. Null where there is no other. */
  readonly renewGitAuth: ((refused: GitAuth) => Promise<GitAuth>) | null;
  /** Throws a sentence for what is missing. */
  checkAccess(signal: AbortSignal): Promise<void>;
  /** Whether the branch is the default one, or protected; false for one that is not there. */
  isProtected(branch: string): Promise<boolean>;
  find(number: number, signal?: AbortSignal): Promise<PullRequest | null>;
  /** The open ones, newest first; of `branch` alone where it is given. As many as `limits.codehost.pagesMax` hold. */
  listOpen(branch: string | null, signal?: AbortSignal): Promise<readonly PullRequest[]>;
  /** `conflict` where the branch has an open one already. */
  create(fields: NewPullRequest): Promise<PullRequest>;
  /** Answers it as it is then, also where it is not open any more. */
  update(number: number, fields: { title: string | null; body: string }): Promise<PullRequest>;
  readonly signedCommits: SignedCommits | null;
  /** To what it has already. Null where the host has no labels. */
  readonly addLabels: ((number: number, labels: readonly string[]) => Promise<void>) | null;
  /** Asks them to review, beside whoever is asked already. Teams are `organisation/team`. */
  requestReviews(number: number, reviewers: readonly string[]): Promise<void>;
}

/** What a driver is made from: one repository, one credential. */
export interface RemoteParts {
  readonly repository: HostedRepository;
  readonly credential: HostCredential;
  readonly send: SendToHost;
  readonly clock: Clock;
  readonly tokens: TokenCache;
}

export type GitAuth = NonNullable<Remote["auth"]>;

export interface NewPullRequest {
  readonly branch: string;
  readonly base: string;
  readonly title: string;
  readonly body: string;
  readonly draft: boolean;
}
