import { fileName, suffixOf, withoutSuffix } from "../paths.ts";

/** Whether the file name has a Markdown or MDX suffix. */
export function isMarkdownPath(path: string): boolean {
  const suffix = suffixOf(path);
  return suffix === ".md" || suffix === ".mdx" || suffix === ".markdown";
}

/** Whether the path contains a folder that is never published: a hidden folder or `node_modules`. */
export function isHiddenPath(path: string): boolean {
  return path.split("/").some((segment) => segment.startsWith(".") || segment === "node_modules");
}

/** `guides/intro.mdx` → `guides/intro`; `guides/index.mdx` → `guides`; `index.mdx` → "". */
export function routeOf(path: string, indexNames: readonly string[]): string {
  const route = withoutSuffix(path);
  const name = fileName(route);
  if (!indexNames.includes(name.toLowerCase())) return route;
  return route.slice(0, Math.max(0, route.length - name.length - 1));
}
