import {
  addRedirects,
  type DeleteReport,
  deletePage,
  type FixLinksReport,
  type FrontmatterScalar,
  firstParagraph,
  fixLinks,
  type MoveReport,
  movePage,
  renameTerm,
  setFrontmatter,
} from "#site";
import { limits } from "../../limits.ts";
import { UsageError } from "../output.ts";
import type { OpenedFolder } from "./open-folder.ts";
import { carriedLines, counted } from "./report-text.ts";
import { type Item, runRefactoring, type SiteOptions } from "./run-refactoring.ts";

/** The refactorings of `docwright site`, with what each prints. */

export type { SiteOptions } from "./run-refactoring.ts";
export type ScopeOptions = SiteOptions & { readonly in?: readonly string[] };

export async function move(
  from: string,
  to: string,
  options: SiteOptions & { redirect: boolean },
): Promise<void> {
  await runRefactoring<MoveReport>(
    {
      run: (folder) =>
        movePage(folder.site, {
          from: folder.pathFrom(from),
          to: folder.newPathFrom(to, from),
          redirect: options.redirect,
          read: folder.files.read,
        }),
      summary: ({ moved }) =>
        moved.length === 1
          ? `Moved ${moved[0]?.from} to ${moved[0]?.to}.`
          : `Moved ${counted(moved.length, "file")}.`,
      details: carriedLines,
      notes: ({ notes }) => notes,
      previousOf: ({ moved }) => new Map(moved.map((each) => [each.to, each.from])),
    },
    options,
  );
}

export async function deleteOne(page: string, options: SiteOptions & { redirectTo?: string }): Promise<void> {
  await runRefactoring<DeleteReport>(
    {
      run: ({ site: opened, pathFrom }) => {
        const redirectTo = options.redirectTo === undefined ? null : pathFrom(options.redirectTo);
        return deletePage(opened, { page: pathFrom(page), redirectTo });
      },
      summary: ({ deleted }) => `Deleted ${deleted}.`,
      details: carriedLines,
      notes: ({ notes }) => notes,
    },
    options,
  );
}

export interface RenameOptions extends ScopeOptions {
  readonly exactCase?: boolean;
  readonly parts?: boolean;
  readonly includeCode?: boolean;
}

export async function rename(from: string, to: string, options: RenameOptions): Promise<void> {
  for (const term of [from, to])
    if (term.length > limits.tools.termCharsMax)
      throw new UsageError(`A term has at most ${limits.tools.termCharsMax} characters.`);
  await runRefactoring(
    {
      run: (folder) =>
        renameTerm(folder.site, {
          ...{ from, to, scope: scopeOf(folder, options), read: folder.files.read },
          case: options.exactCase === true ? "exact" : "keep",
          wholeWord: options.parts !== true,
          includeCode: options.includeCode === true,
        }),
      summary: ({ count, pages }) =>
        count === 0
          ? `The term "${from}" was not found.`
          : `Changed ${counted(count, "place")} on ${counted(pages.length, "page")}.`,
      details: (report) => [
        ...report.anchors.map(({ path, from: old, to: now }) => `Anchor changed: ${path}#${old} → #${now}`),
        ...carriedLines(report),
        ...leftUnchanged(report.left),
      ],
      notes: ({ notes }) => notes,
    },
    options,
  );
}

function leftUnchanged({ code, links, markup }: { code: number; links: number; markup: number }): string[] {
  const places = [`${code} in code`, `${links} in links`, `${markup} in identifiers or markup`];
  const left = places.filter((text) => !text.startsWith("0 "));
  return left.length === 0 ? [] : [`Left unchanged: ${left.join(", ")}.`];
}

export async function fixBrokenLinks(options: ScopeOptions): Promise<void> {
  await runRefactoring(
    {
      run: (folder) => fixLinks(folder.site, { scope: scopeOf(folder, options) }),
      summary: ({ fixed, unresolved }) =>
        fixed.length + unresolved.length === 0
          ? "There are no broken links."
          : `Fixed ${counted(fixed.length, "link")}.`,
      details: ({ fixed }) =>
        fixed.map(({ path, line, from, to, reason }) => `${path}:${line}: ${from} → ${to} (${reason})`),
      notes: unresolvedNotes,
    },
    options,
  );
}

function unresolvedNotes({ unresolved }: FixLinksReport): Item[] {
  return unresolved.map(({ path, line, href, reason, candidates }) => {
    const could = candidates.length === 0 ? "" : `; could be ${candidates.join(", ")}`;
    return { path, line, message: `${href} is broken (${reason}${could})` };
  });
}

export async function redirect(from: string, to: string, options: SiteOptions): Promise<void> {
  await runRefactoring(
    {
      run: ({ site: opened, pathFrom }) => addRedirects(opened, [{ from, to: pathFrom(to) }]),
      summary: ({ configFiles, notes }) => {
        if (configFiles.length > 0) return `Redirected ${from} to ${to}.`;
        return notes.length > 0 ? "The redirect must be added by hand." : "This redirect already exists.";
      },
      notes: ({ notes }) => notes,
    },
    options,
  );
}

export interface FrontmatterOptions extends ScopeOptions {
  readonly fromFirstParagraph?: boolean;
  readonly onlyMissing?: boolean;
}

export async function frontmatter(
  key: string,
  value: string | undefined,
  options: FrontmatterOptions,
): Promise<void> {
  const { keyCharsMax, valueCharsMax } = limits.tools;
  if ((value === undefined) !== (options.fromFirstParagraph === true))
    throw new UsageError("Specify either a value or --from-first-paragraph.");
  if (key.length > keyCharsMax || !/^[\p{L}_][\p{L}\p{N}_.:-]*$/u.test(key))
    throw new UsageError("The key must be a word, such as description or sidebarTitle.");
  if ((value ?? "").length > valueCharsMax)
    throw new UsageError(`A value has at most ${valueCharsMax} characters.`);
  await runRefactoring(
    {
      run: (folder) =>
        setFrontmatter(folder.site, {
          key,
          value: value === undefined ? firstParagraph : parseScalar(value),
          onlyMissing: options.onlyMissing === true,
          scope: scopeOf(folder, options),
        }),
      summary: ({ set, unchanged }) =>
        `Set ${key} on ${counted(set.length, "page")}.${unchanged === 0 ? "" : ` ${counted(unchanged, "page")} stayed unchanged.`}`,
      notes: ({ notes }) => notes,
    },
    options,
  );
}

/** A number that would be written differently, such as 1.10, is text. */
function parseScalar(value: string): FrontmatterScalar {
  if (value === "true" || value === "false") return value === "true";
  const number = Number(value);
  return Number.isFinite(number) && String(number) === value ? number : value;
}

function scopeOf({ pathFrom }: OpenedFolder, { in: scope }: ScopeOptions): readonly string[] | null {
  return (
    scope?.map((entry) => (entry.startsWith("!") ? `!${pathFrom(entry.slice(1))}` : pathFrom(entry))) ?? null
  );
}
