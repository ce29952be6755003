import { parse } from "jsonc-parser";
import type { Site } from "#site";

/**
 * Returns whether a page of a Mintlify site names a file as the description of its API operation, as in
 * `openapi: /api/admin.json POST /users`. The pages are read only if needed.
 */
export function apiFilesOfPages({ dialect, pages, root }: Site): (path: string) => boolean {
  let named: Set<string> | null = null;
  return (path) => {
    if (dialect !== "mintlify" || !isData(path)) return false;
    named ??= new Set([...pages.values()].flatMap(({ frontmatter }) => namedIn(frontmatter?.data)));
    return named.has(root === "" ? path : path.slice(root.length + 1)) && path.startsWith(root);
  };
}

function namedIn(data: ReadonlyMap<string, unknown> | undefined): string[] {
  return ["openapi", "asyncapi"].flatMap((field) => {
    const value = data?.get(field);
    const [name = ""] = typeof value === "string" ? value.trim().split(/\s/u) : [];
    return isData(name) ? [name.replace(/^\.?\//u, "")] : [];
  });
}

function isData(path: string): boolean {
  return /\.(?:json|ya?ml)$/iu.test(path);
}

/**
 * Returns a sentence if a file that a page names is not an API description before and after the change, else null. A
 * page could name any file.
 */
export function refusedApiChange(path: string, before: string | null, after: string | null): string | null {
  if (before === null || !isApiDescription(path, before)) return `${path} is not an API description`;
  return after === null || isApiDescription(path, after)
    ? null
    : `${path} would no longer be an API description`;
}

function isApiDescription(path: string, text: string): boolean {
  if (!/\.json$/iu.test(path)) return /^(?:openapi|swagger|asyncapi)[ \t]*:[ \t]*["']?\d/mu.test(text);
  const value: unknown = parse(text.replace(/^\ufeff/u, ""));
  const keys = typeof value === "object" && value !== null ? Object.keys(value) : [];
  return keys.some((key) => /^(?:openapi|swagger|asyncapi)$/u.test(key));
}
