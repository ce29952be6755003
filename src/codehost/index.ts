export {
  type CodeHost,
  type CreatePullRequest,
  HostError,
  type HostErrorKind,
  type PullRequest,
  type PullRequestActions,
  type RemoteKind,
  remoteKinds,
  type UpdatePullRequest,
} from "./code-host.ts";
export type { CommentPlace, Conversations, FailedCheck, PullRequestComment } from "./conversations/index.ts";
export { type HostCredential, packHostCredential, parseHostCredential } from "./credential.ts";
export { type DeliveryHeaders, deliveryReaders, type Nudge } from "./deliveries/index.ts";
export {
  type CodeHosts,
  createCodeHosts,
  type FindCodeHost,
  type OfProject,
  publicGitUrl,
} from "./find-code-host.ts";
export { forCaller } from "./host-error.ts";
export type { SendToHost } from "./host-fetch.ts";
export { isRepositoryNamed } from "./repository.ts";
export type { HostCommitEntry, SignedCommits } from "./signed-commits.ts";
export { findLocalPullRequest, type LocalPullRequest } from "./store.ts";
