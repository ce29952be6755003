import type { Site } from "#site";
import { limits } from "../../limits.ts";
import type { Change } from "../../workspace/index.ts";
import { findActive } from "./active.ts";
import { refusedJsonChange } from "./config-json.ts";
import type { Finding } from "./finding.ts";
import { findHiddenNames, findHiddenText } from "./hidden-text.ts";
import { findNewHosts } from "./hosts.ts";
import { refusedMkdocsChange } from "./mkdocs.ts";
import { movedPaths } from "./moved-paths.ts";
import { refusedPath } from "./paths.ts";
import { findSecrets, type Outgoing } from "./secrets.ts";
import { textChanges } from "./text-changes.ts";

export interface Proposal {
  readonly changes: readonly Change[];
  /** The old content of changed files, by path; new files are absent. */
  readonly before: ReadonlyMap<string, Uint8Array>;
  /** The site before and after the change. */
  readonly base: Site;
  readonly site: Site;
  /** All other text to publish, from the pull request, the commit and the branch. */
  readonly texts: readonly Outgoing[];
  /** Additional files that the project allows. */
  readonly allowed: readonly string[];
}

export interface Judgment {
  /** Reasons not to push the change, one sentence each. */
  readonly violations: readonly string[];
  /** Allowed content that a reviewer should know about, one sentence each. */
  readonly listed: readonly string[];
}

/** Judges the result, not the calls, so it applies no matter what the model did. */
export async function judgeChange(proposal: Proposal): Promise<Judgment> {
  const findings = findContent(proposal);
  return {
    violations: [
      ...sizeViolations(proposal.changes),
      ...pathViolations(proposal),
      ...sentences(findings, "refused"),
      ...(await secretViolations(proposal)),
    ],
    listed: sentences(findings, "listed"),
  };
}

/** Lists what a reviewer should know about a change that includes commits from earlier turns and from people. */
export function listChange(content: Content): readonly string[] {
  return sentences(findContent(content), "listed");
}

type Content = Pick<Proposal, "changes" | "before" | "base" | "site">;

function findContent({ changes, before, base, site }: Content): Finding[] {
  const texts = textChanges(changes, before);
  return [
    ...findHiddenNames(changes.map(({ path }) => path)),
    ...findHiddenText(texts, { base, site }),
    ...findActive(texts, { base, site }),
    ...findNewHosts(texts, { base, site }),
  ];
}

function sentences(findings: readonly Finding[], verdict: Finding["verdict"]): string[] {
  return findings.filter((finding) => finding.verdict === verdict).map(({ text }) => `${capital(text)}.`);
}

/** Capitalizes a sentence unless it starts with a path. */
function capital(text: string): string {
  return text.startsWith("the ") ? `The ${text.slice(4)}` : text;
}

function sizeViolations(changes: readonly Change[]): string[] {
  const { changedFilesMax, changedFileBytesMax, changedBytesMax } = limits.policy;
  const violations: string[] = [];
  if (changes.length > changedFilesMax)
    violations.push(`The change touches ${changes.length} files; the limit is ${changedFilesMax}.`);
  const bytes = changes.reduce((sum, change) => sum + (change.after?.length ?? 0), 0);
  if (bytes > changedBytesMax)
    violations.push(`The change writes ${bytes} bytes; the limit is ${changedBytesMax}.`);
  for (const { path, after } of changes)
    if (after !== null && after.length > changedFileBytesMax)
      violations.push(
        `${path} would be ${after.length} bytes; the limit for one file is ${changedFileBytesMax}.`,
      );
  return violations;
}

function pathViolations({ changes, before, allowed }: Proposal): string[] {
  const moved = movedPaths(changes);
  return changes.flatMap((change) => {
    if (allowed.includes(change.path)) return [];
    const rules = { moved: moved.has(change.path) };
    const refused =
      refusedPath(change.path, rules) ?? refusedMode(change, rules) ?? refusedConfig(change, before);
    return refused === null ? [] : [`${capital(refused)}.${allowHint(change.path)}`];
  });
}

function allowHint(path: string): string {
  return ` A person can allow it: docwright project settings --set 'paths.allowed=${JSON.stringify([path])}'.`;
}

/** New executable files are not documentation. Existing ones may change and move. */
function refusedMode({ path, mode, before, after }: Change, rules: { moved: boolean }): string | null {
  if (after === null || mode === "100644" || before !== null || rules.moved) return null;
  return `${path} would be an executable file`;
}

function refusedConfig(change: Change, before: ReadonlyMap<string, Uint8Array>): string | null {
  const { path, after } = change;
  const old = before.get(path);
  if (/(?:^|\/)(?:docs|mint)\.json$/iu.test(path))
    return refusedJsonChange(path, old === undefined ? null : text(old), after === null ? null : text(after));
  if (!/(?:^|\/)mkdocs\.ya?ml$/iu.test(path)) return null;
  if (after === null || old === undefined) return `${path} must not be added or removed`;
  return refusedMkdocsChange(path, text(old), text(after));
}

function text(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString();
}

async function secretViolations({ changes, before, texts }: Proposal): Promise<string[]> {
  const added = changes.flatMap(({ path, after }): Outgoing[] => {
    if (after === null) return [];
    const added = addedLines(before.get(path), after);
    return added === "" ? [] : [{ name: path, text: added }];
  });
  const names = { name: "The list of file names", text: changes.map(({ path }) => path).join("\n") };
  const found = await findSecrets([...added, names, ...texts]);
  return found.map(({ name, kind }) => `${name} contains what looks like a secret (${kind}). Remove it.`);
}

/** Returns the lines that the file's base does not contain: those that a push would make public. */
function addedLines(before: Uint8Array | undefined, after: Uint8Array): string {
  if (before === undefined) return text(after);
  const known = new Set(text(before).split("\n"));
  return text(after)
    .split("\n")
    .filter((line) => !known.has(line))
    .join("\n");
}
