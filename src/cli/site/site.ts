import { type Command, Option } from "commander";
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
import { checkFolder } from "./check.ts";
import type { OpenedFolder } from "./open-folder.ts";
import { carriedLines, counted } from "./report-text.ts";
import { type Item, runRefactoring, type SiteOptions } from "./run-refactoring.ts";

type ScopeOptions = SiteOptions & { readonly in?: readonly string[] };

export function addSite(program: Command): void {
  const site = program
    .command("site")
    .description("check and refactor the docs in the current folder, without a service")
    .addHelpText(
      "after",
      `
These commands work in any git checkout or folder, and need no project or data folder. They read and write files on
disk; git's index stays unchanged. Paths in the output are relative to the top of the checkout.

Exit codes: 0 done, 1 failed or problems found, 2 wrong usage, 3 done, with work left to do by hand.

Examples:
  docwright site check --base main
  docwright site move guides/setup.md guides/install.md --dry-run`,
    );
  addCheck(site);
  addMove(site);
  addDelete(site);
  addRename(site);
  addFixLinks(site);
  addRedirectCommand(site);
  addFrontmatter(site);
}

function addCheck(site: Command): void {
  site
    .command("check")
    .description("check pages, links, navigation, redirects and frontmatter; exits 1 if there are problems")
    .option("--base <ref>", "only report problems that this branch, tag or commit doesn't have")
    .addOption(docsOption())
    .option("--json", "print JSON")
    .addHelpText("after", examples("check", "check --base origin/main", "check --docs website --json"))
    .action(checkFolder);
}

function addMove(site: Command): void {
  change(
    site,
    "move",
    "move or rename a page, a folder or another file, and update everything that refers to it",
  )
    .argument("<from>", "path or address")
    .argument("<to>", "new path; with a trailing slash, the folder to move it into")
    .option("--no-redirect", "don't redirect the old address")
    .addHelpText(
      "after",
      examples("move guides/setup.md guides/install.md", "move guides learn --no-redirect"),
    )
    .action((from: string, to: string, options: SiteOptions & { redirect: boolean }) =>
      runRefactoring<MoveReport>(
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
      ),
    );
}

function addDelete(site: Command): void {
  change(site, "delete", "delete a page and its navigation entry")
    .argument("<page>", "path or address")
    .option("--redirect-to <page>", "page or URL that replaces it in links and redirects")
    .addHelpText("after", examples("delete old.md --redirect-to new.md"))
    .action((page: string, options: SiteOptions & { redirectTo?: string }) =>
      runRefactoring<DeleteReport>(
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
      ),
    );
}

function addRename(site: Command): void {
  scoped(change(site, "rename", "rename a term everywhere readers see it"))
    .argument("<from>", "current term")
    .argument("<to>", "replacement")
    .option("--exact-case", "match only this letter case")
    .option("--parts", "also match parts of words")
    .option("--include-code", "also replace the term in code")
    .addHelpText("after", examples('rename "Acme Cloud" "Acme Platform" --in guides'))
    .action((from: string, to: string, options: RenameOptions) => {
      for (const term of [from, to])
        if (term.length > limits.tools.termCharsMax)
          throw new UsageError(`A term has at most ${limits.tools.termCharsMax} characters.`);
      return runRefactoring(
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
            ...report.anchors.map(
              ({ path, from: old, to: now }) => `Anchor changed: ${path}#${old} → #${now}`,
            ),
            ...carriedLines(report),
            ...leftUnchanged(report.left),
          ],
          notes: ({ notes }) => notes,
        },
        options,
      );
    });
}

interface RenameOptions extends ScopeOptions {
  readonly exactCase?: boolean;
  readonly parts?: boolean;
  readonly includeCode?: boolean;
}

function leftUnchanged({ code, links, markup }: { code: number; links: number; markup: number }): string[] {
  const places = [`${code} in code`, `${links} in links`, `${markup} in identifiers or markup`];
  const left = places.filter((text) => !text.startsWith("0 "));
  return left.length === 0 ? [] : [`Left unchanged: ${left.join(", ")}.`];
}

function addFixLinks(site: Command): void {
  scoped(change(site, "fix-links", "point broken links at the intended page, file or heading"))
    .addHelpText("after", examples("fix-links", "fix-links --in guides --dry-run"))
    .action((options: ScopeOptions) =>
      runRefactoring(
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
      ),
    );
}

function unresolvedNotes({ unresolved }: FixLinksReport): Item[] {
  return unresolved.map(({ path, line, href, reason, candidates }) => {
    const could = candidates.length === 0 ? "" : `; could be ${candidates.join(", ")}`;
    return { path, line, message: `${href} is broken (${reason}${could})` };
  });
}

function addRedirectCommand(site: Command): void {
  change(site, "redirect", "redirect an old address to a page or URL")
    .argument("<from>", "old address")
    .argument("<to>", "page or URL")
    .addHelpText("after", examples("redirect /old /new"))
    .action((from: string, to: string, options: SiteOptions) =>
      runRefactoring(
        {
          run: ({ site: opened, pathFrom }) => addRedirects(opened, [{ from, to: pathFrom(to) }]),
          summary: ({ configFiles, notes }) => {
            if (configFiles.length > 0) return `Redirected ${from} to ${to}.`;
            return notes.length > 0 ? "The redirect must be added by hand." : "This redirect already exists.";
          },
          notes: ({ notes }) => notes,
        },
        options,
      ),
    );
}

interface FrontmatterOptions extends ScopeOptions {
  readonly fromFirstParagraph?: boolean;
  readonly onlyMissing?: boolean;
}

function addFrontmatter(site: Command): void {
  scoped(change(site, "frontmatter", "set a frontmatter key on all pages, or on some"))
    .argument("<key>", "top-level key, such as description")
    .argument("[value]", "value; true, false and numbers are written without quotes")
    .option("--from-first-paragraph", "use each page's first paragraph")
    .option("--only-missing", "keep existing values")
    .addHelpText(
      "after",
      examples(
        "frontmatter description --from-first-paragraph --only-missing",
        "frontmatter draft true --in drafts",
      ),
    )
    .action((key: string, value: string | undefined, options: FrontmatterOptions) => {
      const { keyCharsMax, valueCharsMax } = limits.tools;
      if ((value === undefined) !== (options.fromFirstParagraph === true))
        throw new UsageError("Specify either a value or --from-first-paragraph.");
      if (key.length > keyCharsMax || !/^[\p{L}_][\p{L}\p{N}_.:-]*$/u.test(key))
        throw new UsageError("The key must be a word, such as description or sidebarTitle.");
      if ((value ?? "").length > valueCharsMax)
        throw new UsageError(`A value has at most ${valueCharsMax} characters.`);
      return runRefactoring(
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
    });
}

/** A number that would be written differently, such as 1.10, is text. */
function parseScalar(value: string): FrontmatterScalar {
  if (value === "true" || value === "false") return value === "true";
  const number = Number(value);
  return Number.isFinite(number) && String(number) === value ? number : value;
}

function change(site: Command, name: string, description: string): Command {
  return site
    .command(name)
    .description(description)
    .option("--dry-run", "print a diff and change nothing")
    .addOption(docsOption())
    .option("--json", "print JSON");
}

function scoped(command: Command): Command {
  return command.option("--in <path...>", 'only these pages, folders or globs; exclude with "!…"');
}

function scopeOf({ pathFrom }: OpenedFolder, { in: scope }: ScopeOptions): readonly string[] | null {
  return (
    scope?.map((entry) => (entry.startsWith("!") ? `!${pathFrom(entry.slice(1))}` : pathFrom(entry))) ?? null
  );
}

function docsOption(): Option {
  return new Option("--docs <folder>", "folder of the docs (default: detected)");
}

function examples(...commands: readonly string[]): string {
  const heading = commands.length === 1 ? "Example" : "Examples";
  return `\n${heading}:\n${commands.map((command) => `  docwright site ${command}`).join("\n")}`;
}
