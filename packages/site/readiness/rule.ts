import type { Page } from "../page.ts";
import type { Site } from "../site.ts";

export type ReadinessRuleName =
  | "llms-txt"
  | "llms-txt-format"
  | "llms-txt-size"
  | "llms-txt-links"
  | "llms-txt-coverage"
  | "markdown-pages"
  | "robots-txt"
  | "page-size"
  | "embedded-data"
  | "no-text"
  | "client-redirect"
  | "code-closed"
  | "code-languages"
  | "headings-in-order"
  | "tab-headings"
  | "link-text"
  | "broken-links"
  | "redirected-links";

/** The places on a page, or in the whole site, to which a rule applies. */
export interface Places {
  readonly count: number;
  /** The 1-based line of the first place. Null if the finding is about the whole page or site. */
  readonly line: number | null;
  /** An instruction that the built-in editor carries out. Absent if there is none. */
  readonly fix?: string;
}

/** How a rule is worded. Texts contain nothing from the repository but addresses and paths. */
export interface ReadinessWords {
  /** Why the finding matters for AI agents, in one sentence. */
  readonly reason: string;
  /** The problem in a few words. `at` is the page's address, or the file for rules about the site. */
  title(at: string, count: number): string;
  /** An instruction for a language model. Null if only people can change the affected file or setting. */
  instruction(at: string, count: number): string | null;
}

/** Checks one page. Its time is linear in the length of the page. */
export interface ReadinessPageRule extends ReadinessWords {
  check(page: Page, site: Site): Places | null;
}

export interface ReadinessFinding extends Places {
  readonly rule: ReadinessRuleName;
  /** The page, or the file for a rule about the site. Null for a missing file. */
  readonly path: string | null;
  /** The address of the page. Null if the finding is about the whole site. */
  readonly url: string | null;
  /** `url`, or the file that the instruction changes. */
  readonly at: string;
  readonly title: string;
  readonly reason: string;
  /** Null if only people can fix it. */
  readonly instruction: string | null;
  readonly needsModel: boolean;
}

/** "1 link", "3 links". */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  count === 1 ? `1 ${one}` : `${count} ${many}`;
