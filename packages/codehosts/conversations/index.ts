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

/** Omits comments without text. For example, a review that consists only of line comments has no text. */
export function withoutEmpty(host: Conversations): Conversations {
  return {
    ...host,
    listComments: async (...asked) =>
      (await host.listComments(...asked)).filter(({ text }) => text.trim() !== ""),
  };
}
