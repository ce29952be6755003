import type { Span } from "./page.ts";

/** What the site's configuration puts into the sidebar, in its order. */
export interface Navigation {
  readonly entries: readonly NavigationEntry[];
  /** The files that it was read from; empty where the folders themselves are the navigation. */
  readonly files: readonly string[];
}

export interface NavigationEntry {
  /** `generated`: stands for pages that are made from something else (an API description, a folder's listing). */
  readonly kind: "page" | "group" | "link" | "generated";
  /** The group's name, or the title that the navigation gives to a page; null where the page's own title is used. */
  readonly label: string | null;
  /** As written: a page's reference or a link's address; null for a group without one. */
  readonly target: string | null;
  /** For `page`, and a `group` that has a page of its own: the file that it means, whether or not it exists. */
  readonly path: string | null;
  /** The configuration file, and the whole entry in its text. */
  readonly file: string;
  readonly span: Span;
  readonly line: number;
  readonly hidden: boolean;
  readonly children: readonly NavigationEntry[];
}

export interface Redirect {
  /** As written; for the frameworks that write files instead of addresses (MkDocs, GitBook) see `fromUrl`. */
  readonly from: string;
  readonly to: string;
  /** The address that is redirected, from the site's root. */
  readonly fromUrl: string;
  /** Where it leads: an address from the site's root, or a whole URL. */
  readonly toUrl: string;
  /** `from` contains a wildcard or a parameter, such as `/old/*` or `/old/:slug`. */
  readonly pattern: boolean;
  readonly file: string;
  readonly span: Span;
  readonly line: number;
}

/** One wish for the site's configuration. Paths are page paths in the repository, URLs start with `/`. */
export type ConfigChange =
  | { readonly kind: "rename-page"; readonly from: string; readonly to: string }
  | { readonly kind: "remove-page"; readonly path: string }
  | {
      readonly kind: "add-page";
      readonly path: string;
      /** Where the format names pages in the navigation; otherwise it is left out. */
      readonly title?: string;
      readonly place: NavigationPlace;
    }
  | { readonly kind: "set-label"; readonly path: string; readonly label: string }
  | { readonly kind: "rename-group"; readonly from: readonly string[]; readonly to: string }
  | { readonly kind: "add-redirect"; readonly from: string; readonly to: string }
  | { readonly kind: "remove-redirect"; readonly from: string }
  | { readonly kind: "retarget-redirect"; readonly from: string; readonly to: string };

/**
 * `group` names the groups from the outside in (a tab counts as one); a single name is found at any depth. `end`
 * puts the page last in the group that holds its folder's other pages, else last of all.
 */
export type NavigationPlace =
  | { readonly after: string }
  | { readonly before: string }
  | { readonly group: readonly string[]; readonly at?: "start" | "end" }
  | "end";

/** What `Site.changeConfig` answers. Changes that need nothing (no such entry to remove) appear nowhere. */
export interface ConfigChanges {
  /** Whole new texts, byte for byte the old ones but for the change. A file may be new. */
  readonly files: readonly { readonly path: string; readonly text: string }[];
  /** What only a person can do, since the configuration is code, generated or broken. */
  readonly manual: readonly ManualChange[];
}

export interface ManualChange {
  readonly change: ConfigChange;
  /** The configuration file and the line in it, where known. */
  readonly file: string | null;
  readonly line: number | null;
  /** What to do, in a sentence. */
  readonly message: string;
}

/** Every page that the navigation names, in its order. */
export function navigationPaths(entries: readonly NavigationEntry[]): string[] {
  const paths: string[] = [];
  const collect = (some: readonly NavigationEntry[]) => {
    for (const { path, children } of some) {
      if (path !== null) paths.push(path);
      if (children.length > 0) collect(children);
    }
  };
  collect(entries);
  return paths;
}
