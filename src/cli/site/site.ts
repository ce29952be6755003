import { type Command, Option } from "commander";
import type { CheckSiteOptions } from "./check.ts";
import type { FrontmatterOptions, RenameOptions, ScopeOptions, SiteOptions } from "./refactorings.ts";

/** Loading the parsers takes as long as most other commands take in total, so only these commands do it. */
const load = () => import("./refactorings.ts");

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
    .option("--agents", "also list what keeps AI agents from reading the pages, without failing")
    .addOption(docsOption())
    .option("--json", "print JSON")
    .addHelpText(
      "after",
      examples("check", "check --base origin/main", "check --agents", "check --docs website --json"),
    )
    .action(async (options: CheckSiteOptions) => (await import("./check.ts")).checkFolder(options));
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
    .action(async (from: string, to: string, options: SiteOptions & { redirect: boolean }) =>
      (await load()).move(from, to, options),
    );
}

function addDelete(site: Command): void {
  change(site, "delete", "delete a page and its navigation entry")
    .argument("<page>", "path or address")
    .option("--redirect-to <page>", "page or URL that replaces it in links and redirects")
    .addHelpText("after", examples("delete old.md --redirect-to new.md"))
    .action(async (page: string, options: SiteOptions & { redirectTo?: string }) =>
      (await load()).deleteOne(page, options),
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
    .action(async (from: string, to: string, options: RenameOptions) =>
      (await load()).rename(from, to, options),
    );
}

function addFixLinks(site: Command): void {
  scoped(change(site, "fix-links", "point broken links at the intended page, file or heading"))
    .addHelpText("after", examples("fix-links", "fix-links --in guides --dry-run"))
    .action(async (options: ScopeOptions) => (await load()).fixBrokenLinks(options));
}

function addRedirectCommand(site: Command): void {
  change(site, "redirect", "redirect an old address to a page or URL")
    .argument("<from>", "old address")
    .argument("<to>", "page or URL")
    .addHelpText("after", examples("redirect /old /new"))
    .action(async (from: string, to: string, options: SiteOptions) =>
      (await load()).redirect(from, to, options),
    );
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
    .action(async (key: string, value: string | undefined, options: FrontmatterOptions) =>
      (await load()).frontmatter(key, value, options),
    );
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

function docsOption(): Option {
  return new Option("--docs <folder>", "folder of the docs (default: detected)");
}

function examples(...commands: readonly string[]): string {
  const heading = commands.length === 1 ? "Example" : "Examples";
  return `\n${heading}:\n${commands.map((command) => `  docwright site ${command}`).join("\n")}`;
}
