export {
  type CodeHost,
  type CreatePullRequest,
  HostError,
  type HostErrorKind,
  type PullRequest,
  type UpdatePullRequest,
} from "./code-host.ts";
export { type CodeHostsOptions, createFindCodeHost } from "./find-code-host.ts";
export { findLocalPullRequest, type LocalPullRequest } from "./store.ts";
