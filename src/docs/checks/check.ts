import type { Site } from "../site.ts";

export type RuleName =
  | "mdx-compiles"
  | "links-resolve"
  | "anchors-resolve"
  | "images-exist"
  | "navigation-files"
  | "frontmatter-valid"
  | "redirects"
  | "config-valid";

/** One thing that is wrong with a site. */
export interface Problem {
  readonly rule: RuleName;
  readonly path: string;
  /** 1-based; null where the whole file is meant. */
  readonly line: number | null;
  /** What is wrong and what to do about it, in a sentence or two. */
  readonly message: string;
  /** The same for the same problem however lines move: what tells new problems from those of the base. */
  readonly key: string;
}

export interface CheckReport {
  /** Only what the base does not have, sorted by path and line. Empty means that the change broke nothing. */
  readonly problems: readonly Problem[];
  /** What ran, for the pull request: `checked` counts pages looked at, links, entries … after the rule's own kind. */
  readonly rules: readonly RuleOutcome[];
  /** Problems that the base has already and that are left alone. */
  readonly standing: number;
  /** Pages that the MDX compiler itself had to judge, and how long that took in all. */
  readonly judged: { readonly pages: number; readonly ms: number };
}

export interface RuleOutcome {
  readonly rule: RuleName;
  readonly title: string;
  readonly checked: number;
  readonly found: number;
}

export interface CheckOptions {
  /** The site before the change. */
  readonly base: Site;
  readonly judge: MdxJudge;
  readonly signal?: AbortSignal;
}

/** The MDX compiler in a thread of its own, so that a page that takes long blocks nobody. Never evaluates anything. */
export interface MdxJudge {
  /** One verdict a page, in order: null where it compiles. Rejects only with the signal's reason. */
  judge(
    pages: readonly { path: string; text: string }[],
    signal?: AbortSignal,
  ): Promise<readonly MdxVerdict[]>;
  /** Milliseconds spent in `judge` so far. */
  readonly spentMs: number;
  close(): Promise<void>;
}

export type MdxVerdict = { readonly message: string; readonly line: number | null } | null;
