import { type Change, writeFiles } from "#repositories";
import { checkSite, type Note, type Problem, type Refactoring } from "#site";
import { print, printJson, say } from "../output.ts";
import { type OpenedFolder, withFolder } from "./open-folder.ts";
import { startProgress } from "./progress.ts";
import { changedFiles, counted, itemList, place } from "./report-text.ts";

export interface SiteOptions {
  readonly docs?: string;
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

/** A decision left to a person, with a path relative to the top of the checkout. */
export type Item = Pick<Note, "path" | "line" | "message">;

/** A refactoring that a command runs. */
export interface SiteCommand<Report> {
  run(folder: OpenedFolder): Promise<Refactoring<Report>>;
  /** Describes what was done in one line. */
  summary(report: Report): string;
  /** Describes the details, such as redirects, one per line. */
  details?(report: Report): readonly string[];
  notes(report: Report): readonly (Item & { readonly kind?: Note["kind"] })[];
  /** The old path of each new file, which gets the old file's mode. */
  previousOf?(report: Report): ReadonlyMap<string, string>;
}

/** The exit code if a change was made and left work for people (R62). */
const leftExitCode = 3;

/** Runs a refactoring on the current folder: changes the files or, with `dryRun`, prints a diff. */
export async function runRefactoring<Report>(
  command: SiteCommand<Report>,
  { docs, dryRun = false, json = false }: SiteOptions,
): Promise<void> {
  const progress = startProgress();
  try {
    await withFolder(docs, async (folder) => {
      const { copy, files, site, judge } = folder;
      progress.at(`Searching ${counted(site.pages.size, "page")}`);
      const { edits, report } = await command.run(folder);
      progress.at("Checking the result");
      const after = edits.size === 0 ? site : await folder.withEdits(edits);
      const { problems } = await checkSite(after, { base: site, judge });
      const modes = new Map(
        [...(command.previousOf?.(report) ?? [])].map(([to, from]) => [to, files.modeOf(from) ?? 0o644]),
      );
      const diff = dryRun ? await copy.diff(...(await changesOf(folder, edits, modes))) : null;
      if (!dryRun) {
        progress.at(`Writing ${counted(edits.size, "file")}`);
        writeFiles({ top: copy.top, files, edits, modes });
      }
      show({ command, report, json, diff, files: changedFiles(edits, site), problems });
    });
  } finally {
    progress.end();
  }
}

interface Shown<Report> {
  readonly command: SiteCommand<Report>;
  readonly report: Report;
  readonly json: boolean;
  readonly diff: string | null;
  readonly files: ReturnType<typeof changedFiles>;
  readonly problems: readonly Problem[];
}

function show<Report>({ command, report, json, diff, files, problems }: Shown<Report>): void {
  const notes = command.notes(report);
  const left: Item[] = notes
    .filter(({ kind }) => kind !== "scope")
    .map(({ path, line, message }) => ({ path, line, message }));
  const noted = new Set(left.map((item) => place(item)));
  // A note is more helpful than a problem reported for the same line, so the problem is omitted.
  left.push(
    ...problems
      .filter((problem) => !noted.has(place(problem)))
      .map(({ path, line, message }) => ({ path, line, message })),
  );
  if (json)
    printJson({
      dryRun: diff !== null,
      files,
      leftToDo: left,
      newProblems: problems.map(({ rule, path, line, message }) => ({ rule, path, line, message })),
      report,
      ...(diff === null ? {} : { diff }),
    });
  else {
    // Standard output is a patch that can be applied.
    const tell = diff === null ? print : say;
    if (diff !== null && diff !== "") print(diff.trimEnd());
    tell(
      diff === null || files.length === 0 ? command.summary(report) : `${command.summary(report)} (dry run)`,
    );
    const lines = [
      ...files.map(({ path, change }) => `  ${change.padEnd(8)}  ${path}`),
      ...(command.details?.(report) ?? []),
      ...notes.filter(({ kind }) => kind === "scope").map(({ message }) => message),
      ...itemList("Left to do:", left),
    ];
    if (lines.length > 0) tell(lines.join("\n"));
  }
  if (left.length > 0) process.exitCode = leftExitCode;
}

async function changesOf(
  { files }: OpenedFolder,
  edits: Refactoring<unknown>["edits"],
  modes: ReadonlyMap<string, number>,
): Promise<[previous: Change[], changes: Change[]]> {
  const before = await files.read([...edits.keys()]);
  const entry = (path: string, after: Uint8Array | null): Change => {
    const isExecutable = ((files.modeOf(path) ?? modes.get(path) ?? 0) & 0o100) !== 0;
    return { path, mode: isExecutable ? "100755" : "100644", before: null, after };
  };
  return [
    [...before].map(([path, bytes]) => entry(path, bytes)),
    [...edits].map(([path, bytes]) => entry(path, bytes)),
  ];
}
