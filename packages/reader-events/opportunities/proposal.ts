import { hash } from "node:crypto";

/** A change to the docs that readers' requests, votes, searches or questions suggest, with its evidence. */
export type Proposal =
  | RedirectProposal
  | PageProposal
  | FeedbackProposal
  | SearchProposal
  | ConversationProposal
  | MarkdownProposal
  | AgentsOnlyProposal
  | StaleProposal
  | ReadinessProposal;

export const proposalKinds = [
  ...["redirect", "page", "feedback", "search", "conversation", "markdown", "agents_only", "stale"],
  "readiness",
] as const satisfies Proposal["kind"][];

/** The number of visitors, votes, searches or questions that a proposal is based on. */
export interface Evidence {
  readonly people: number;
  readonly agents: number;
  readonly total: number;
}

/** How the page for a missing address was found. */
export const foundReasons = ["redirect", "renamed", "spelling", "folder"] as const;
export type FoundReason = (typeof foundReasons)[number];

/** A missing address whose page is known. */
export interface RedirectProposal extends Evidence {
  readonly kind: "redirect";
  /** The missing address, and the page to which it should lead. */
  readonly from: string;
  readonly to: string;
  readonly reason: FoundReason;
  /** The redirect to add, in the site's own notation: reports omit the base path (R55). */
  readonly add: { readonly from: string; readonly to: string };
  readonly referrers: readonly ProposalReferrer[];
  /** The pages of other sites that link to the address. Absent in decisions of earlier versions. */
  readonly referringPages?: readonly ReferringPage[];
}

/** A missing address for which there is no page. */
export interface PageProposal extends Evidence {
  readonly kind: "page";
  readonly path: string;
  readonly referrers: readonly ProposalReferrer[];
  readonly referringPages: readonly ReferringPage[];
}

/** A page that more readers found unhelpful than helpful. */
export interface FeedbackProposal extends Evidence {
  readonly kind: "feedback";
  readonly path: string;
  readonly thumbsUp: number;
  readonly thumbsDown: number;
  /** The newest comments. */
  readonly comments: readonly string[];
}

/** Searches after which no result was opened, or that had no results. */
export interface SearchProposal extends Evidence {
  readonly kind: "search";
  /** Identifies the query without containing it. */
  readonly key: string;
  /** Null if there are no recent searches for it, because a query isn't kept longer than its searches. */
  readonly query: string | null;
  /** The number of searches without results. Absent in decisions of earlier versions. */
  readonly withoutResults?: number;
}

/** Questions about one subject that an assistant couldn't answer. */
export interface ConversationProposal extends Evidence {
  readonly kind: "conversation";
  /** Identify the subject's words without containing them. Sorted. */
  readonly keys: readonly string[];
  /** The words that all the questions contain; empty if there are no recent questions. */
  readonly terms: readonly string[];
  /** The newest questions. */
  readonly questions: readonly string[];
}

/** AI agents that ask for Markdown, although the site has only HTML. A site has at most one such proposal. */
export interface MarkdownProposal extends Evidence {
  readonly kind: "markdown";
  /** The number of agents that prefer Markdown according to their requests. */
  readonly requested: number;
  /** The number of agents that found no page at another notation of a page's address, such as `/setup.md`. */
  readonly failed: number;
  readonly pages: readonly { readonly path: string; readonly agents: number }[];
}

/** A page that AI agents read and people don't. */
export interface AgentsOnlyProposal extends Evidence {
  readonly kind: "agents_only";
  readonly path: string;
}

/** A popular page that nobody has changed for a year. */
export interface StaleProposal extends Evidence {
  readonly kind: "stale";
  readonly path: string;
  /** When a commit last changed the page, in milliseconds since 1970. */
  readonly changedAt: number;
}

/** Something that keeps AI agents from reading a page, found in the site's files. */
export interface ReadinessProposal extends Evidence {
  readonly kind: "readiness";
  readonly rule: string;
  /** Null if it concerns the whole site. */
  readonly path: string | null;
  /** The number of places, or of characters for rules about sizes. */
  readonly count: number;
  /** The AI agents' views of the page, or of all pages. */
  readonly views: number;
  readonly title: string;
  /** Why it matters for AI agents. */
  readonly reason: string;
  readonly instruction: string;
  /** Whether a language model has to carry out the instruction. */
  readonly needsModel: boolean;
}

export interface ProposalReferrer {
  readonly referrer: string;
  readonly human: number;
  readonly ai: number;
  readonly total: number;
}

/** A page of another site, as its host and path, without the scheme and the query. */
export interface ReferringPage {
  readonly page: string;
  readonly human: number;
  readonly ai: number;
  readonly total: number;
}

/** The ID of a proposal, which doesn't depend on its evidence. */
export function idOf(projectId: string, proposal: Proposal): string {
  return `opp_${digest([projectId, proposal.kind, ...subjectOf(proposal)])}`;
}

function subjectOf(proposal: Proposal): readonly string[] {
  switch (proposal.kind) {
    case "redirect":
      return [proposal.from, proposal.to];
    case "search":
      return [proposal.key];
    case "conversation":
      return proposal.keys;
    case "markdown":
      return [];
    case "readiness":
      return [proposal.rule, proposal.path ?? ""];
    default:
      return [proposal.path];
  }
}

/**
 * A digest that identifies a reader's text without revealing it. Each project has a different digest for the same text.
 */
export const textKeyOf = (projectId: string, text: string): string => digest([projectId, text]);

const digest = (parts: readonly string[]): string =>
  hash("sha256", JSON.stringify(parts), "hex").slice(0, 32);

/**
 * The part of a proposal that is stored with a decision. It contains no text written by readers, because such text can
 * be erased.
 */
export function withoutTexts(proposal: Proposal): Proposal {
  switch (proposal.kind) {
    case "feedback":
      return { ...proposal, comments: [] };
    case "search":
      return { ...proposal, query: null };
    case "conversation":
      return { ...proposal, terms: [], questions: [] };
    default:
      return proposal;
  }
}

/** Redirects need no language model, so no language model gets an address that a stranger chose. */
export const needsModel = (proposal: Proposal): boolean =>
  proposal.kind === "readiness" ? proposal.needsModel : proposal.kind !== "redirect";

/**
 * Whether an address can be part of an instruction. Strangers choose addresses, so everything that isn't a plain path is
 * left to people.
 */
export const isPlainAddress = (path: string): boolean =>
  path === "/" || /^(?:\/[A-Za-z0-9._~-]+)+$/u.test(path);
