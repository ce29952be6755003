import { type ParseError, parse } from "jsonc-parser";
import type { Site } from "../site.ts";

/**
 * Returns a function that reports whether a path may be a JSON schema that the instruction is about. Whether the file
 * is a schema depends on its content.
 */
export function schemasOf({ root }: Site, instruction: string): (path: string) => boolean {
  const isWanted = /\bschemas?\b/iu.test(instruction);
  return (path) => isWanted && path.startsWith(root) && /\.json$/iu.test(path);
}

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
 * Returns a sentence if a file is not the same kind of description before and after the change, else null. A page could
 * name any file as an API description, and an instruction about schemas names no file.
 */
export function refusedApiChange(path: string, before: string | null, after: string | null): string | null {
  const kind = before === null ? null : kindOf(path, before);
  if (kind === null) return `${path} is neither an API description nor a JSON schema`;
  return after === null || kindOf(path, after) === kind ? null : `${path} would no longer be ${kind}`;
}

function kindOf(path: string, text: string): string | null {
  if (isApiDescription(path, text)) return "an API description";
  return isJsonSchema(path, text) ? "a JSON schema" : null;
}

function isJsonSchema(path: string, text: string): boolean {
  if (!/\.json$/iu.test(path)) return false;
  const value = readJson(text);
  const isObject = typeof value === "object" && value !== null && "$schema" in value;
  return isObject && /^https?:\/\/json-schema\.org\//u.test(String(value.$schema));
}

function isApiDescription(path: string, text: string): boolean {
  if (!/\.json$/iu.test(path)) return /^(?:openapi|swagger|asyncapi)[ \t]*:[ \t]*["']?\d/mu.test(text);
  const value = readJson(text);
  const keys = typeof value === "object" && value !== null ? Object.keys(value) : [];
  return keys.some((key) => /^(?:openapi|swagger|asyncapi)$/u.test(key));
}

/** Returns null if the text is not valid JSON. Comments are allowed. */
function readJson(text: string): unknown {
  const errors: ParseError[] = [];
  const value: unknown = parse(text.replace(/^\ufeff/u, ""), errors);
  return errors.length === 0 ? value : null;
}
