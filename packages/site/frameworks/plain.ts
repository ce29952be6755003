import { dialects } from "../markdown/dialect.ts";
import type { ConfigChange, ManualChange } from "../navigation.ts";
import { below, isBelow, suffixOf } from "../paths.ts";
import type { Layout } from "./framework.ts";
import { isHiddenPath, isMarkdownPath, routeOf } from "./pages.ts";

const indexNames = ["readme", "index"];

/** Folders of Markdown without a framework, as code hosts show them. */
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
    changeConfig: (changes) => ({ files: [], manual: changes.flatMap(manualChange) }),
  };
}

/** There is no navigation to change; a redirect is for whatever serves these files. */
function manualChange(change: ConfigChange): ManualChange[] {
  if (change.kind !== "add-redirect") return [];
  const message = `These docs have no configuration for redirects. Where they are served, redirect ${change.from} to ${change.to}.`;
  return [{ change, file: null, line: null, message }];
}
