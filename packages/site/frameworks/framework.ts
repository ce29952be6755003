import type { Dialect } from "../markdown/dialect.ts";
import type { ParseAs } from "../markdown/parse-page.ts";
import type { ConfigChange, ConfigChanges, Navigation, Redirect } from "../navigation.ts";
import type { ConfigProblem, FrameworkName } from "../site.ts";

/** What a framework can read from the tree. Paths are relative to the repository. */
export interface Tree {
  /** Sorted. */
  readonly paths: readonly string[];
  has(path: string): boolean;
  /** Reads a configuration file. Returns null if it does not exist, is too large, or is not UTF-8. */
  read(path: string): Promise<string | null>;
}

/** A documentation framework. Its files are read but never run. */
export interface Framework {
  readonly name: FrameworkName;
  /** Paths of files that may be the framework's configuration. */
  readonly config: RegExp;
  /**
   * Opens the site that this configuration describes, or returns null if the file is something else. Problems in the
   * configuration are part of the result. Rejects only if `tree.read` rejects.
   */
  open(tree: Tree, configPath: string): Promise<Layout | null>;
}

/** A framework's rules, applied to one tree. */
export interface Layout {
  readonly root: string;
  readonly configPath: string | null;
  readonly problems: readonly ConfigProblem[];
  readonly dialect: Dialect;
  /** Whether the file is a page with an address, a snippet that others include, or neither. */
  roleOf(path: string): "page" | "snippet" | null;
  parseAs(path: string): ParseAs;
  /** Whether an imported page has no address. */
  readonly importsAreSnippets: boolean;
  /** The address of the page at `path`, from the site's root, with a trailing slash if the framework adds one. */
  urlOf(path: string, frontmatter: Values | null): string;
  /** Whether frontmatter can change a page's address. */
  readonly addressesInFrontmatter: boolean;
  readonly links: LinkRules;
  readonly navigation: Navigation;
  readonly navigationWritable: boolean;
  readonly redirects: readonly Redirect[];
  changeConfig(changes: readonly ConfigChange[], site: SiteView): ConfigChanges;
}

/** Frontmatter, read on demand. */
export interface Values {
  get(key: string): unknown;
}

/** The information about the site that configuration changes need. */
export interface SiteView {
  urlOf(path: string): string;
  /** The path of the page at this address, or null. */
  pathAt(url: string): string | null;
}

/** How a framework reads the destinations in its pages. */
export interface LinkRules {
  /** The prefix of every address: `/docs/` for a site below a path, otherwise "". */
  readonly base: string;
  /**
   * What a relative destination is relative to, in the order tried: the file (`file`: as written; `file-bare`: without
   * its suffix, too) or the page's address.
   */
  readonly relative: readonly ("file" | "file-bare" | "url")[];
  /** The same for destinations in HTML and JSX, which the framework does not process. */
  readonly relativeInTags: readonly ("file" | "file-bare" | "url")[];
  /** Folders in which to look for `/guides/page.md`. Empty if such a destination is always an address. */
  readonly rootedFiles: readonly string[];
  /** Folders whose files are served from the site's root, the docs folder first. */
  readonly assetFolders: readonly string[];
  /** Prefixes that stand for a folder, such as `@site/` for the docs project. */
  readonly aliases: ReadonlyMap<string, string>;
  /** File names of folder pages, without suffix, in lowercase. */
  readonly indexNames: readonly string[];
  /** Whether an address exists without a page: from an API description, a blog or custom routes. */
  isGenerated(url: string): boolean;
  /** Whether to compare anchors by letters and digits only, because the framework's exact rule is not public. */
  readonly looseAnchors: boolean;
}
