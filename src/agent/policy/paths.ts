/**
 * The files that a turn may change: everything that makes up a docs site. Files that build or deploy the site or define
 * its owners, and instructions for agents, are rejected, whatever their extension.
 */
const allowedExtensions = new Set([
  ...["md", "mdx", "markdown", "txt"],
  ...[
    "png",
    "jpg",
    "jpeg",
    "gif",
    "webp",
    "avif",
    "ico",
    "bmp",
    "pdf",
    "mp4",
    "webm",
    "mp3",
    "woff",
    "woff2",
    "ttf",
    "otf",
  ],
]);

/** Navigation and metadata files of docs frameworks; `mkdocs.yml` has its own rule. */
const allowedNames = new Set([
  ...["docs.json", "mint.json", "_category_.json", "_category_.yml", "meta.json", "_meta.json"],
  ...["mkdocs.yml", "mkdocs.yaml", ".gitbook.yaml"],
]);

/** Instructions for agents: a change would steer every agent that reads the repository later. */
const obeyedNames = new Set([
  ...["agents.md", "agent.md", "claude.md", "claude.local.md", "gemini.md", "codex.md", "skill.md"],
  ...["copilot-instructions.md", "conventions.md", ".cursorrules", ".windsurfrules", ".clinerules"],
]);

/** Files that build or deploy the site or define its owners: rejected even if their extension is allowed. */
const builtNames =
  /^(?:requirements.*\.txt|constraints.*\.txt|cmakelists\.txt|robots\.txt|(?:app-)?ads\.txt|runtime\.txt|packages\.txt|codeowners.*|package(?:-lock)?\.json|.*\.config\.[cm]?[jt]sx?|sidebars\..*|makefile|dockerfile.*)$/u;

export interface PathRules {
  /** Whether only the file's folder changes, not its name or content, as when a download moves with its page. */
  readonly moved: boolean;
}

/** Returns a sentence if the path must not be changed, else null. */
export function refusedPath(path: string, rules: PathRules): string | null {
  const segments = path.toLowerCase().split("/");
  const name = segments.at(-1) ?? "";
  if (obeyedNames.has(name)) return `${path} contains instructions for agents`;
  if (segments.slice(0, -1).some((segment) => segment.startsWith(".")))
    return `${path} is in a hidden folder`;
  if (segments.includes("node_modules")) return `${path} is part of an installed package`;
  if (allowedNames.has(name)) return null;
  if (name.startsWith(".")) return `${path} is a hidden file`;
  if (builtNames.test(name)) return `${path} is read by the build or the host`;
  const dot = name.lastIndexOf(".");
  if (rules.moved || (dot > 0 && allowedExtensions.has(name.slice(dot + 1)))) return null;
  return `${path} is not documentation: only people may change builds, workflows and code`;
}
