import type { Link, Page } from "../page.ts";
import type { Site, Target } from "../site.ts";

export type RuleName =
  | "config-valid"
  | "navigation-files"
  | "redirects"
  | "pages-readable"
  | "frontmatter-valid"
  | "mdx-compiles"
  | "links-resolve"
  | "anchors-resolve"
  | "images-exist";

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

/** What a rule reports; the runner adds its name and makes the key of path and `detail`. */
export interface Finding {
  readonly path: string;
  readonly line: number | null;
  readonly message: string;
  readonly detail: string;
}

interface NamedRule {
  readonly name: RuleName;
  /** What holds where nothing is found, for a pull request's table. */
  readonly title: string;
}

/** Looks at a site as a whole. */
export interface SiteRule extends NamedRule {
  readonly kind: "site";
  check(site: Site): { readonly checked: number; readonly findings: readonly Finding[] };
}

/** Looks at one page by itself: a page that did not change has nothing new. */
export interface PageRule extends NamedRule {
  readonly kind: "page";
  check(page: Page, site: Site): readonly Finding[];
}

/** Looks at one link of a page; what it says may also change when its target does. */
export interface LinkRule extends NamedRule {
  readonly kind: "link";
  /** Null where the link is none of the rule's, or is right. */
  check(link: Link, target: Target, page: Page, site: Site): Finding | null;
  /** Whether the link is one that the rule looks at, for counting. */
  counts(link: Link): boolean;
}

export type Rule = SiteRule | PageRule | LinkRule;

export interface CheckReport {
  /** Only what the base does not have, sorted by path and line. Empty means that the change broke nothing. */
  readonly problems: readonly Problem[];
  /** What ran, for the pull request: `checked` counts what the rule looks at (pages, links, entries). */
  readonly rules: readonly RuleOutcome[];
  /** Problems on the pages in question that the base has already, and that are left alone. */
  readonly standing: number;
  /** Pages that the MDX compiler itself had to judge, and how long that took in all. */
  readonly judged: { readonly pages: number; readonly ms: number };
}

export interface RuleOutcome {
  readonly rule: RuleName;
  readonly title: string;
  readonly checked: number;
  /** New problems. */
  readonly found: number;
}

export interface CheckOptions {
  /** The site before the change. */
  readonly base: Site;
  readonly judge: MdxJudge;
  readonly signal?: AbortSignal;
}

/** The MDX compiler in a process of its own, so that a page that takes long blocks nobody. Never evaluates anything. */
export interface MdxJudge {
  /** One verdict a page, in order: null where it compiles. Rejects only with the signal's reason. */
  judge(pages: readonly JudgedPage[], signal?: AbortSignal): Promise<readonly MdxVerdict[]>;
  /** Milliseconds spent in `judge` so far. */
  readonly spentMs: number;
  close(): Promise<void>;
}

export interface JudgedPage {
  readonly text: string;
  /** The name of the dialect that it is written in (`Site.dialect`). */
  readonly dialect: string;
}

export type MdxVerdict = { readonly message: string; readonly line: number | null } | null;
