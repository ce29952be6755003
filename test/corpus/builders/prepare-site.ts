import { existsSync, globSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { isMap, isScalar, isSeq, parseDocument } from "yaml";
import type { InstalledMkdocs } from "./mkdocs-python.ts";

/**
 * The smallest valid file for each suffix, in Base64. Builds fail if a file with one of these suffixes is empty, as it
 * is in a collection without binary files.
 */
const stubs: Readonly<Record<string, string>> = {
  png: "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  gif: "R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==",
  jpg: "/9j/4AAQSkZJRgABAQEAYABgAAD/2wBDAAgGBgcGBQgHBwcJCQgKDBQNDAsLDBkSEw8UHRofHh0aHBwgJC4nICIsIxwcKDcpLDAxNDQ0Hyc5PTgyPC4zNDL/wAALCAABAAEBAREA/8QAHwAAAQUBAQEBAQEAAAAAAAAAAAECAwQFBgcICQoL/8QAtRAAAgEDAwIEAwUFBAQAAAF9AQIDAAQRBRIhMUEGE1FhByJxFDKBkaEII0KxwRVS0fAkM2JyggkKFhcYGRolJicoKSo0NTY3ODk6Q0RFRkdISUpTVFVWV1hZWmNkZWZnaGlqc3R1dnd4eXqDhIWGh4iJipKTlJWWl5iZmqKjpKWmp6ipqrKztLW2t7i5usLDxMXGx8jJytLT1NXW19jZ2uHi4+Tl5ufo6erx8vP09fb3+Pn6/9oACAEBAAA/APf6/9k=",
  webp: "UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==",
};
const suffixes = "png,gif,jpg,jpeg,webp,avif,ico,svg";

/** Replaces empty images in a checkout with valid ones of one pixel. */
export function stubImages(folder: string): void {
  for (const path of globSync(`**/*.{${suffixes}}`, { cwd: folder, exclude: ["**/node_modules/**"] })) {
    const file = join(folder, path);
    const isDangling = !existsSync(file);
    if (!isDangling && (!statSync(file).isFile() || statSync(file).size > 0)) continue;
    // A symbolic link to a file that the collection doesn't include.
    if (isDangling) rmSync(file);
    const suffix = path.slice(path.lastIndexOf(".") + 1).replace("jpeg", "jpg");
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"></svg>\n';
    writeFileSync(file, suffix === "svg" ? svg : Buffer.from(stubs[suffix] ?? stubs.png!, "base64"));
  }
}

/**
 * Creates empty files for relative imports of raw text (`?raw`) from files that the collection doesn't include, such as
 * an example elsewhere in the repository.
 */
export function stubRawImports(folder: string): void {
  for (const page of globSync("**/*.{md,mdx}", { cwd: folder, exclude: ["**/node_modules/**"] })) {
    // A symbolic link may lead to a file that the collection doesn't include.
    if (!existsSync(join(folder, page))) continue;
    const text = readFileSync(join(folder, page), "utf8");
    for (const [, target = ""] of text.matchAll(/from\s+["'](\.{1,2}\/[^"'\n?]+)\?raw["']/gu)) {
      const file = join(folder, dirname(page), target);
      // Never writes outside the checkout.
      if (relative(folder, file).startsWith("..") || existsSync(file)) continue;
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, "\n");
    }
  }
}

interface Manifest {
  readonly name?: string;
  readonly version?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

/** Tools that no build needs. */
const tools = /(?:^|[/-])(?:eslint|prettier|playwright|husky|jest|vitest|cypress|stylelint|lint)/u;

/**
 * The packages that a site needs, from its own package.json: published packages instead of those in its repository, and
 * no tools for tests. `siblings` are the versions of the packages in the repository, by name.
 */
export function packagesOf(
  text: string,
  { siblings, required }: { siblings: ReadonlyMap<string, string>; required: readonly string[] },
): Record<string, string> {
  const { dependencies = {}, devDependencies = {} } = JSON.parse(text) as Manifest;
  const wanted: Record<string, string> = {};
  for (const [name, version] of Object.entries({ ...devDependencies, ...dependencies })) {
    if (tools.test(name) || (siblings.has(name) && !required.includes(name))) continue;
    const isLocal = /^(?:workspace|link|file|portal):/u.test(version);
    wanted[name] = isLocal ? (siblings.get(name) ?? "latest") : version;
  }
  for (const name of required) wanted[name] ??= "latest";
  return wanted;
}

/** The versions of all packages in a checkout, by name. */
export function packagesIn(folder: string): Map<string, string> {
  const files = globSync("**/package.json", { cwd: folder, exclude: ["**/node_modules/**"] });
  const found = files.map((path) => JSON.parse(readFileSync(join(folder, path), "utf8")) as Manifest);
  return new Map(
    found.flatMap(({ name, version = "latest" }) => (name === undefined ? [] : [[name, version]])),
  );
}

/** The names of the Markdown extensions in a `mkdocs.yml`. */
export function extensionsIn(text: string): string[] {
  const list = parseDocument(text, { logLevel: "silent" }).get("markdown_extensions");
  return isSeq(list) ? list.items.map(nameOf) : [];
}

/**
 * Removes from a `mkdocs.yml` everything that the installed MkDocs doesn't know. Also removes hooks, because their code
 * may need other packages. Returns the new text and the names that were removed.
 */
export function reduceMkdocs(text: string, installed: InstalledMkdocs): { text: string; removed: string[] } {
  const document = parseDocument(text, { logLevel: "silent" });
  const removed: string[] = [];
  for (const [key, known] of [
    ["plugins", installed.plugins],
    ["markdown_extensions", installed.extensions],
  ] as const) {
    const list = document.get(key);
    if (!isSeq(list)) continue;
    removed.push(...list.items.map(nameOf).filter((name) => !known.includes(name)));
    list.items = list.items.filter((item) => known.includes(nameOf(item)));
  }
  const keys = isMap(document.contents) ? document.contents.items.map(({ key }) => String(key)) : [];
  // Only a development server needs `watch`, and the folders that it lists may be missing.
  const unwanted = keys.filter((key) => key === "hooks" || key === "watch" || !installed.keys.includes(key));
  for (const key of unwanted) document.delete(key);
  removed.push(...unwanted);
  return { text: removed.length === 0 ? text : document.toString(), removed };
}

/** A list item is a name, or a map from the name to its options. */
function nameOf(item: unknown): string {
  const name = isMap(item) ? item.items[0]?.key : item;
  return isScalar(name) ? String(name.value) : "";
}
