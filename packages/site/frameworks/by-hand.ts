import type { ConfigChange, ManualChange, NavigationEntry, Redirect } from "../navigation.ts";

/** The information for messages about a site whose navigation is code. */
export interface CodeNavigation {
  readonly entries: readonly NavigationEntry[];
  readonly redirects: readonly Redirect[];
  /** The file for new entries, if any. */
  readonly navigationFile: string | null;
  /** The file that configures redirects, and a description of the location in that file. */
  readonly redirectFile: string | null;
  readonly redirectPlace: string;
  /** The name by which the navigation refers to a page, given the frontmatter of the page at `like`. */
  nameOf(path: string, like: string): string;
  /** Whether the navigation includes new pages automatically. */
  isAutomatic(path: string): boolean;
}

/** Describes a change that only a person can make, with its line. */
export function byHand(change: ConfigChange, code: CodeNavigation): ManualChange[] {
  switch (change.kind) {
    case "rename-page":
      if (code.nameOf(change.from, change.from) === code.nameOf(change.to, change.from)) return [];
      return entriesOf(change.from, code.entries).map((entry) =>
        at(change, entry, `Change ${quote(entry.target)} to ${quote(code.nameOf(change.to, change.from))}.`),
      );
    case "remove-page":
      return entriesOf(change.path, code.entries).map((entry) =>
        at(change, entry, `Remove the entry ${quote(entry.target)}.`),
      );
    case "add-page": {
      if (code.navigationFile === null || code.isAutomatic(change.path)) return [];
      const message = `Add ${quote(code.nameOf(change.path, change.path))} to the sidebar.`;
      return [{ change, file: code.navigationFile, line: null, message }];
    }
    case "set-label":
      return entriesOf(change.path, code.entries).map((entry) =>
        at(change, entry, `Change the label of this entry to ${quote(change.label)}.`),
      );
    case "rename-group":
      return groupsOf(change.from.at(-1) ?? "", code.entries).map((entry) =>
        at(change, entry, `Rename this group to ${quote(change.to)}.`),
      );
    case "move-group":
      // `editNav` refuses to move groups on sites with these frameworks.
      return [];
    case "add-redirect": {
      const message = `Redirect ${change.from} to ${change.to} in ${code.redirectPlace}.`;
      return [{ change, file: code.redirectFile, line: null, message }];
    }
    case "remove-redirect":
      return redirectsOf(change.from, code).map((redirect) =>
        at(change, redirect, `Remove the redirect from ${change.from}.`),
      );
    case "retarget-redirect":
      return redirectsOf(change.from, code).map((redirect) =>
        at(change, redirect, `Change the redirect from ${change.from} to point to ${change.to}.`),
      );
  }
}

function at(
  change: ConfigChange,
  place: { readonly file: string; readonly line: number },
  message: string,
): ManualChange {
  return { change, file: place.file, line: place.line, message };
}

function quote(text: string | null): string {
  return `"${text ?? ""}"`;
}

function entriesOf(path: string, entries: readonly NavigationEntry[]): NavigationEntry[] {
  return entries.flatMap((entry) => [
    ...(entry.path === path ? [entry] : []),
    ...entriesOf(path, entry.children),
  ]);
}

function groupsOf(label: string, entries: readonly NavigationEntry[]): NavigationEntry[] {
  return entries.flatMap((entry) => [
    ...(entry.kind === "group" && entry.label === label ? [entry] : []),
    ...groupsOf(label, entry.children),
  ]);
}

function redirectsOf(from: string, code: CodeNavigation): Redirect[] {
  return code.redirects.filter((redirect) => redirect.fromUrl.replace(/\/$/, "") === from.replace(/\/$/, ""));
}
