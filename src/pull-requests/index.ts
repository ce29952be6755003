export type {
  FollowUp,
  ManualLine,
  ProblemLeft,
  PullRequestSubject,
  PullRequestText,
} from "./pull-request-text.ts";
export type { FindPullRequestView, PullRequestCommit, PullRequestView } from "./view.ts";
