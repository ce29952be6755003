import type { ConfigChange, ConfigChanges, Navigation, Redirect } from "./navigation.ts";
import type { Link, Page } from "./page.ts";

export type FrameworkName =
  | "mintlify"
  | "mkdocs"
  | "docusaurus"
  | "vitepress"
  | "starlight"
  | "gitbook"
  | "plain";

/** A docs site as one tree has it. Immutable: after an edit, open it again (unchanged pages come from the cache). */
export interface Site {
  readonly framework: FrameworkName;
  /** The kind of Markdown that its pages are written in, for whoever parses or judges them. */
  readonly dialect: string;
  /** The docs folder in the repository, without a slash at its end; "" for the top. */
  readonly root: string;
  /** The file that made the framework known, if any. */
  readonly configPath: string | null;
  /** False where navigation is code or made from folders: `changeConfig` then names the line for a person. */
  readonly navigationWritable: boolean;
  /** By path in the repository, sorted. */
  readonly pages: ReadonlyMap<string, Page>;
  /** Parsed files that pages include but that have no address of their own. */
  readonly snippets: ReadonlyMap<string, Page>;
  readonly navigation: Navigation;
  readonly redirects: readonly Redirect[];
  /** What is wrong with the configuration itself; the site opens all the same. */
  readonly configProblems: readonly ConfigProblem[];
  /** Paths of every regular file of the tree, sorted. */
  readonly files: readonly string[];
  /** Whether the tree has this file, page or not. */
  hasFile(path: string): boolean;
  /** The page or snippet at this path. */
  document(path: string): Page | null;
  /** Parses `text` as the document at `path` would be: what an edit would make of it (its new anchors). Not cached. */
  parse(path: string, text: string): Page;
  /** Where a link leads that stands in `from` (a path in the repository). */
  resolve(from: string, link: Link | string): Target;
  /**
   * The address of the page at `path`, from the site's root, as the framework makes it; also for a path that is not
   * there (yet). `like` is the page whose frontmatter counts, by default the one at `path`.
   */
  urlOf(path: string, like?: Page): string;
  /** The page at an address (query and fragment are ignored); null where there is none, redirects not followed. */
  pageAt(url: string): Page | null;
  /**
   * Whether `#anchor` leads somewhere on the page. Lenient where the framework's rule for anchors is not public to the
   * last character, and true for what could not be parsed: nobody knows.
   */
  hasAnchor(path: string, anchor: string): boolean;
  /** Links of pages and snippets whose target is the file at `path`, its own left out; built on first use. */
  inbound(path: string): readonly InboundLink[];
  /**
   * Writes a link as `like` is written (relative or absolute, suffix, `./`, trailing slash, query, fragment), but
   * from `from` to `to`: page paths as they will be. `likeFrom` is where `like` stands now, by default `from`.
   */
  hrefFor(o: { from: string; to: string; like: Link | string; likeFrom?: string; toPage?: Page }): string;
  /** Configuration files with these changes made; nothing is written. */
  changeConfig(changes: readonly ConfigChange[]): ConfigChanges;
}

export interface InboundLink {
  readonly from: string;
  readonly link: Link;
}

export type Target =
  | { readonly kind: "page"; readonly path: string; readonly anchor: string | null }
  /** A file of the repository that is not a page: an image, a snippet, a download. */
  | { readonly kind: "asset"; readonly path: string }
  | { readonly kind: "external"; readonly url: string }
  /** An address that the site redirects; `target` is where that leads. */
  | { readonly kind: "redirect"; readonly redirect: Redirect; readonly target: Target }
  /** `path` is the file or address that was looked for. */
  | { readonly kind: "missing"; readonly path: string; readonly anchor: string | null }
  /** An expression, a template variable, or an address below a part of the site that is generated. */
  | { readonly kind: "dynamic" };

export interface ConfigProblem {
  readonly path: string;
  readonly line: number | null;
  readonly message: string;
}
