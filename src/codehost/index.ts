export {
  type CodeHost,
  type CreatePullRequest,
  HostError,
  type HostErrorKind,
  type PullRequest,
  type UpdatePullRequest,
} from "./code-host.ts";
