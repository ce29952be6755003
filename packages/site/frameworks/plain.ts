import { dialects } from "../markdown/dialect.ts";
import type { ConfigChange, ManualChange } from "../navigation.ts";
import { below, isBelow, suffixOf } from "../paths.ts";
import type { Layout } from "./framework.ts";
import { isHiddenPath, isMarkdownPath, routeOf } from "./pages.ts";

const indexNames = ["readme", "index"];

/** Folders of Markdown without a framework, with the addresses that code hosts use. */
export function plainLayout(root: string): Layout {
  return {
    root,
    configPath: null,
    problems: [],
    dialect: dialects.common,
    addressesInFrontmatter: false,
    importsAreSnippets: false,
    roleOf: (path) => (isBelow(path, root) && isMarkdownPath(path) && !isHiddenPath(path) ? "page" : null),
    parseAs: (path) => (suffixOf(path) === ".mdx" ? "mdx" : "md"),
    urlOf: (path) => `/${routeOf(below(path, root), indexNames)}`,
    links: {
      base: "",
      relative: ["file-bare"],
      relativeInTags: ["file-bare"],
      rootedFiles: root === "" ? [""] : [root, ""],
      assetFolders: root === "" ? [""] : [root, ""],
      aliases: new Map(),
      indexNames,
      isGenerated: () => false,
      looseAnchors: false,
    },
    navigation: { entries: [], files: [] },
    navigationWritable: false,
    redirects: [],
    redirectsWritable: false,
    changeConfig: (changes) => ({ files: [], manual: changes.flatMap(manualChange) }),
  };
}

/** There is no navigation to change, and redirects depend on the server that hosts these files. */
function manualChange(change: ConfigChange): ManualChange[] {
  if (change.kind !== "add-redirect") return [];
  const message = `These docs have no redirect configuration. Redirect ${change.from} to ${change.to} on the web server.`;
  return [{ change, file: null, line: null, message }];
}
