export type {
  CheckOptions,
  CheckReport,
  MdxJudge,
  MdxVerdict,
  Problem,
  RuleName,
  RuleOutcome,
} from "./checks/check.ts";
export { applyEdits, type TextEdit } from "./edits.ts";
export type {
  ConfigChange,
  ConfigChanges,
  ManualChange,
  Navigation,
  NavigationEntry,
  NavigationPlace,
  Redirect,
} from "./navigation.ts";
export type { Frontmatter, Heading, Link, Page, PageProblem, Span, Syntax } from "./page.ts";
export type { PageCache } from "./page-cache.ts";
export type { ConfigProblem, FrameworkName, InboundLink, Site, Target } from "./site.ts";
export type { SiteSource, SourceFile } from "./source.ts";
