import { asHost } from "../host-error.ts";
import type { Conversations } from "./conversations.ts";

export { createBitbucketConversations } from "./bitbucket.ts";
export type {
  CommentAuthor,
  CommentPlace,
  Conversations,
  FailedCheck,
  PullRequestComment,
} from "./conversations.ts";
export { createGiteaConversations } from "./gitea.ts";
export { createGithubConversations } from "./github.ts";
export { createGitlabConversations } from "./gitlab.ts";

/** Wraps conversations so that errors from the address guard become `HostError`. */
export function guarded(host: Conversations): Conversations {
  return {
    ...host,
    // A review that consists only of line comments has no text.
    listComments: (...asked) =>
      asHost(async () => (await host.listComments(...asked)).filter(({ text }) => text.trim() !== "")),
    findStanding: (...asked) => asHost(() => host.findStanding(...asked)),
    reply: (...said) => asHost(() => host.reply(...said)),
    findChecks: (...asked) => asHost(() => host.findChecks(...asked)),
    findOwnName: (...asked) => asHost(() => host.findOwnName(...asked)),
  };
}
