export { nextTurn } from "../runtime/index.ts";
export type { ActiveKind, ActivePart } from "./active/active-part.ts";
export { mayBeMdx } from "./active/active-parts.ts";
export { changesOnlyWords } from "./active/changes-words.ts";
export { hostsIn, stripBreaks } from "./active/hosts-in.ts";
export { readActiveParts } from "./active/read-active-parts.ts";
export { renderedText } from "./active/rendered-text.ts";
export { type AddressBook, readAddressBook } from "./address-book.ts";
export type {
  CheckOptions,
  CheckReport,
  MdxJudge,
  MdxVerdict,
  Problem,
  RuleName,
  RuleOutcome,
} from "./checks/check.ts";
export { checkSite, checkTouched } from "./checks/check-site.ts";
export { countProblems, problemsIn } from "./checks/count-problems.ts";
export { type CodeConfig, type Expression, expressionsIn } from "./code/module.ts";
export { apiFilesOfPages, refusedApiChange, schemasOf } from "./config-changes/api-files.ts";
export { refusedCodeChange } from "./config-changes/code.ts";
export { closedJsonFields, isOpenPart, refusedJsonChange, refusedPartChange } from "./config-changes/json.ts";
export { refusedGitbookChange, refusedMkdocsChange } from "./config-changes/mkdocs.ts";
export { currentPageOf, type Edition, editionOf } from "./editions.ts";
export { applyEdits, type TextEdit } from "./edits.ts";
export { inEndings, lineOf, occurrences } from "./exact-text.ts";
export { createFilesSource } from "./files-source.ts";
export {
  findFolders,
  findPages,
  type ListedFolder,
  type ListedGroup,
  type ListedPage,
  listedPage,
  looseName,
  type PageMatch,
  type Placement,
  readNavigation,
} from "./find-pages.ts";
export { createGlob, expandBraces } from "./glob.ts";
export { limits } from "./limits.ts";
export { unescapeText } from "./markdown/unescape.ts";
export {
  type ConfigChange,
  type ConfigChanges,
  type GroupPlace,
  type ManualChange,
  type Navigation,
  type NavigationEntry,
  type NavigationPlace,
  navigationPaths,
  type Redirect,
} from "./navigation.ts";
export { findNearMisses } from "./near-miss.ts";
export { type OpenSite, openSite } from "./open-site.ts";
export { outlineSite, type SiteOutline } from "./outline-site.ts";
export type { Attribute, Frontmatter, Heading, Link, Page, PageProblem, Span, Syntax } from "./page.ts";
export { createPageCache, type PageCache } from "./page-cache.ts";
export { createParserProcess, type ParserProcess } from "./parser-process/parser-process.ts";
export { createPause } from "./pause.ts";
export { findReadiness } from "./readiness/find-readiness.ts";
export type { ReadinessFinding, ReadinessRuleName } from "./readiness/rule.ts";
export { isRedirectFile, withoutRedirects } from "./redirect-files/redirect-file.ts";
export { type AddPage, addPage } from "./refactor/add-page.ts";
export { type BumpVersion, bumpVersion } from "./refactor/bump-version.ts";
export { type Callout, callouts } from "./refactor/callout.ts";
export { type DeletePage, deletePage } from "./refactor/delete-page.ts";
export { type DeleteSection, deleteSection } from "./refactor/delete-section.ts";
export { type DocumentScope, documentsIn, findDocument, matchingScope } from "./refactor/documents.ts";
export { addRedirects, editNav, type NavEdit } from "./refactor/edit-nav.ts";
export {
  createKnownPages,
  type FoundReason,
  type KnownPage,
  type KnownPages,
} from "./refactor/find-known-page.ts";
export { fixLinks } from "./refactor/fix-links.ts";
export { type InsertUnderHeading, insertUnderHeading } from "./refactor/insert-under-heading.ts";
export { type MovePage, movePage } from "./refactor/move-page.ts";
export { type MoveSection, moveSection } from "./refactor/move-section.ts";
export { type RenameTerm, renameTerm } from "./refactor/rename-term.ts";
export { type ReplaceLinks, replaceLinks } from "./refactor/replace-links.ts";
export { type ReplaceSection, replaceSection } from "./refactor/replace-section.ts";
export {
  type AddPageReport,
  type BumpVersionReport,
  type Carried,
  type ChangedLinks,
  type ConfigReport,
  type DeleteReport,
  type DeleteSectionReport,
  type FixedLink,
  type FixLinksReport,
  type FrontmatterScalar,
  type FrontmatterValue,
  type InsertReport,
  type MoveReport,
  type MoveSectionReport,
  type Note,
  type NoteKind,
  type RedirectChange,
  RefactorError,
  type Refactoring,
  type RenameTermReport,
  type ReplaceLinksReport,
  type SectionReport,
  type SetFrontmatterReport,
  type UnresolvedLink,
} from "./refactor/report.ts";
export { findSection, sameSection, wrapperIdOf } from "./refactor/sections.ts";
export { firstParagraph, removed, type SetFrontmatter, setFrontmatter } from "./refactor/set-frontmatter.ts";
export { reopenSite } from "./reopen-site.ts";
export { createSectionAges, outdatedSections, sectionsOf } from "./section-ages.ts";
export type { ConfigProblem, FrameworkName, InboundLink, Site, Target } from "./site.ts";
export type { SiteSource, SourceFile } from "./source.ts";
export {
  type SectionDifference,
  type Translation,
  type Translations,
  translationsOf,
} from "./translations.ts";
export { nestsTooDeeply } from "./yaml-nesting.ts";
