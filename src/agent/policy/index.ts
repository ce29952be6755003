import { limits } from "../../limits.ts";
import { blobId, type Change } from "../../workspace/index.ts";
import { refusedMkdocsChange } from "./mkdocs.ts";
import { refusedPath } from "./paths.ts";
import { findSecrets, type Outgoing } from "./secrets.ts";

export interface Proposal {
  readonly changes: readonly Change[];
  /** The bytes that the changed files have now, by path; absent for new ones. */
  readonly before: ReadonlyMap<string, Uint8Array>;
  /** Title and body of the pull request, and the commit's message. */
  readonly texts: readonly Outgoing[];
  /** Files that the project allows beyond the rules. */
  readonly allowed: readonly string[];
}

/**
 * What stands against pushing a change, one sentence each; empty where nothing does. Holds whatever the model did:
 * it is asked of the result, not of the calls.
 */
export async function findViolations(proposal: Proposal): Promise<readonly string[]> {
  return [
    ...sizeViolations(proposal.changes),
    ...pathViolations(proposal),
    ...(await secretViolations(proposal)),
  ];
}

function sizeViolations(changes: readonly Change[]): string[] {
  const { changedFilesMax, changedFileBytesMax, changedBytesMax } = limits.policy;
  const violations: string[] = [];
  if (changes.length > changedFilesMax)
    violations.push(`The change touches ${changes.length} files; ${changedFilesMax} is the most.`);
  const bytes = changes.reduce((sum, change) => sum + (change.after?.length ?? 0), 0);
  if (bytes > changedBytesMax)
    violations.push(`The change writes ${bytes} bytes; ${changedBytesMax} is the most.`);
  for (const { path, after } of changes)
    if (after !== null && after.length > changedFileBytesMax)
      violations.push(
        `${path} would be ${after.length} bytes; ${changedFileBytesMax} is the most for one file.`,
      );
  return violations;
}

function pathViolations({ changes, before, allowed }: Proposal): string[] {
  const moved = movedPaths(changes);
  return changes.flatMap((change) => {
    const rules = { allowed, moved: moved.has(change.path) };
    const refused = refusedPath(change.path, rules) ?? mkdocsRefusal(change, before);
    return refused === null ? [] : [`${refused}.`];
  });
}

/** Paths of files that keep their name and their bytes and only change their folder: where they left and arrived. */
function movedPaths(changes: readonly Change[]): ReadonlySet<string> {
  const left = new Map<string, string>();
  for (const { path, before, after } of changes)
    if (after === null && before !== null) left.set(`${before} ${nameOf(path)}`, path);
  const moved = new Set<string>();
  for (const { path, before, after } of changes) {
    if (left.size === 0 || after === null || before !== null) continue;
    const from = left.get(`${blobId(after)} ${nameOf(path)}`);
    if (from !== undefined) moved.add(from).add(path);
  }
  return moved;
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

function mkdocsRefusal(change: Change, before: ReadonlyMap<string, Uint8Array>): string | null {
  if (!/(?:^|\/)mkdocs\.ya?ml$/iu.test(change.path)) return null;
  const old = before.get(change.path);
  if (change.after === null || old === undefined) return `${change.path} is not added or removed`;
  return refusedMkdocsChange(change.path, Buffer.from(old).toString(), Buffer.from(change.after).toString());
}

async function secretViolations({ changes, before, texts }: Proposal): Promise<string[]> {
  const added = changes.flatMap(({ path, after }): Outgoing[] => {
    if (after === null) return [];
    const text = addedLines(before.get(path), after);
    return text === "" ? [] : [{ name: path, text }];
  });
  const found = await findSecrets([...added, ...texts]);
  return found.map(({ name, kind }) => `${name} holds what looks like a secret (${kind}). Take it out.`);
}

/** The lines that the base does not have anywhere in the file: what a push would make public. */
function addedLines(before: Uint8Array | undefined, after: Uint8Array): string {
  const text = Buffer.from(after).toString();
  if (before === undefined) return text;
  const known = new Set(Buffer.from(before).toString().split("\n"));
  return text
    .split("\n")
    .filter((line) => !known.has(line))
    .join("\n");
}
