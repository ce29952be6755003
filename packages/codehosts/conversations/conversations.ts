/**
 * Pull request comments and checks on a remote host, for one repository and one credential. Every method except `reply`
 * is safe to repeat. Methods throw `HostError` on failure, and return empty results for missing resources.
 */
export interface Conversations {
  /**
   * Lists comments and reviews since the given time, including our own and those of bots, up to
   * `limits.pagesMax` pages. Some hosts return older comments, too.
   */
  listComments(number: number, since: number, signal: AbortSignal): Promise<readonly PullRequestComment[]>;
  /** Reads the current permissions of a comment's author. */
  findStanding(author: CommentAuthor, signal: AbortSignal): Promise<Standing>;
  /** Replies in the comment's thread or in the conversation. A repeated call posts a second reply. */
  reply(number: number, thread: string, text: string): Promise<void>;
  /** Reads the checks of the pull request's newest commit. */
  findChecks(number: number, signal: AbortSignal): Promise<Checks>;
  /** Returns the name of the account that makes these calls; null if a person also uses this account. */
  findOwnName(signal: AbortSignal): Promise<string | null>;
  /** Returns a commit's web page. */
  commitUrl(sha: string): string;
}

export interface PullRequestComment {
  /** The host's ID, unique in the repository. */
  readonly id: string;
  readonly author: CommentAuthor;
  /** The original Markdown. */
  readonly text: string;
  readonly createdAt: number;
  /** The lines that the comment is about; null for a comment in the conversation. */
  readonly place: CommentPlace | null;
  /** What `reply` needs. */
  readonly thread: string;
}

export interface CommentAuthor {
  /** The ID that the host's API expects. */
  readonly id: string;
  /** The displayed name. */
  readonly name: string;
  readonly isBot: boolean;
}

export interface CommentPlace {
  readonly path: string;
  readonly startLine: number | null;
  /** Null if the line no longer exists. */
  readonly line: number | null;
  /** The diff hunk that the comment belongs to; null if the host does not provide it. */
  readonly hunk: string | null;
}

export interface Standing {
  readonly mayWrite: boolean;
  readonly isBot: boolean;
}

export interface Checks {
  /** The checked commit. */
  readonly commit: string;
  /** True while any check is unfinished. */
  readonly pending: boolean;
  readonly failed: readonly FailedCheck[];
}

export interface FailedCheck {
  readonly name: string;
  /** The check's own text; may be empty. */
  readonly summary: string;
}

/** Omits comments without text. For example, a review that consists only of line comments has no text. */
export function withoutEmpty(host: Conversations): Conversations {
  return {
    ...host,
    listComments: async (...asked) =>
      (await host.listComments(...asked)).filter(({ text }) => text.trim() !== ""),
  };
}
