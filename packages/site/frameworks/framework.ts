import type { Dialect } from "../markdown/dialect.ts";
import type { ParseAs } from "../markdown/parse-page.ts";
import type { ConfigChange, ConfigChanges, Navigation, Redirect } from "../navigation.ts";
import type { ConfigProblem, FrameworkName } from "../site.ts";

/** What a framework may ask about the tree. Paths are in the repository. */
export interface Tree {
  /** Sorted. */
  readonly paths: readonly string[];
  has(path: string): boolean;
  /** The text of a configuration file; null where there is none, it is too large, or it is no UTF-8. */
  read(path: string): Promise<string | null>;
}

/** One documentation framework. Everything is read, nothing is run. */
export interface Framework {
  readonly name: FrameworkName;
  /** Paths of files that may be the framework's configuration. */
  readonly config: RegExp;
  /**
   * The site that this configuration describes, or null where the file turns out to be something else. Problems of
   * the configuration are part of the answer; it throws only what `tree.read` throws.
   */
  open(tree: Tree, configPath: string): Promise<Layout | null>;
}

/** A framework's rules, applied to one tree. */
export interface Layout {
  readonly root: string;
  readonly configPath: string | null;
  readonly problems: readonly ConfigProblem[];
  readonly dialect: Dialect;
  /** Whether the file is a page with an address, one that others include, or neither. */
  roleOf(path: string): "page" | "snippet" | null;
  parseAs(path: string): ParseAs;
  /** Whether a page that another one imports has no address of its own. */
  readonly importsAreSnippets: boolean;
  /** Where the page at `path` is served, from the site's root, with its slash at the end if the framework adds one. */
  urlOf(path: string, frontmatter: Values | null): string;
  /** Whether a page's frontmatter has a say in its address. */
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

/** What changing a configuration needs to know about the site. */
export interface SiteView {
  urlOf(path: string): string;
  /** The path of the page at this address, or null. */
  pathAt(url: string): string | null;
}

/** How a framework reads the destinations in its pages. */
export interface LinkRules {
  /** What the address of every page begins with beside its own: `/docs/` for a site below a path; "" for none. */
  readonly base: string;
  /**
   * What a relative destination is relative to, in the order in which it is tried: the file (`file`: as written;
   * `file-bare`: the suffix may be left out) or the page's address.
   */
  readonly relative: readonly ("file" | "file-bare" | "url")[];
  /** The same for destinations in HTML and JSX, where the framework does not look at them. */
  readonly relativeInTags: readonly ("file" | "file-bare" | "url")[];
  /** Folders that `/guides/page.md` is looked for in; none where such a destination is only an address. */
  readonly rootedFiles: readonly string[];
  /** Folders whose files are served from the site's root, the docs folder first. */
  readonly assetFolders: readonly string[];
  /** Prefixes that stand for a folder: `@site/` for the repository's docs project. */
  readonly aliases: ReadonlyMap<string, string>;
  /** Names of the file that is the page of its folder, without suffix, lower case. */
  readonly indexNames: readonly string[];
  /** Addresses that exist without a page of ours: made from an API description, a blog, custom routes. */
  isGenerated(url: string): boolean;
  /** Anchors are compared by letters and digits only: the framework's rule is not public to the last character. */
  readonly looseAnchors: boolean;
}
