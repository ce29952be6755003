import type { ParsedPage } from "./markdown/parsed-page.ts";
import type { Page } from "./page.ts";
import { fileName, folderOf, withoutSuffix } from "./paths.ts";

/** A parsed page with its path in one tree. */
export class SitePage implements Page {
  readonly path: string;
  readonly id: string;
  readonly parsed: ParsedPage;

  constructor(path: string, id: string, parsed: ParsedPage) {
    this.path = path;
    this.id = id;
    this.parsed = parsed;
  }

  get syntax() {
    return this.parsed.syntax;
  }
  get text() {
    return this.parsed.text;
  }
  get lineEnding() {
    return this.parsed.lineEnding;
  }
  get title() {
    return this.#ownTitle ?? this.parsed.firstTitle ?? titleOfPath(this.path);
  }
  get titleSource() {
    if (this.#ownTitle !== null) return "frontmatter";
    return this.parsed.firstTitle === null ? "path" : "heading";
  }
  get description() {
    return stringValue(this.frontmatter?.data.get("description"));
  }
  get frontmatter() {
    return this.parsed.frontmatter;
  }
  get headings() {
    return this.parsed.headings;
  }
  get anchors() {
    return this.parsed.anchors;
  }
  get links() {
    return this.parsed.links;
  }
  get prose() {
    return this.parsed.prose;
  }
  get code() {
    return this.parsed.code;
  }
  get attributes() {
    return this.parsed.attributes;
  }
  get problem() {
    return this.parsed.problem;
  }
  lineAt(offset: number): number {
    return this.parsed.lineAt(offset);
  }

  get #ownTitle(): string | null {
    return stringValue(this.frontmatter?.data.get("title"));
  }
}

function stringValue(value: unknown): string | null {
  if (typeof value === "number") return String(value);
  return typeof value === "string" && value.trim() !== "" ? value : null;
}

/** Returns "Getting started" for `guides/getting-started.mdx`, and "Guides" for `guides/index.mdx`. */
function titleOfPath(path: string): string {
  const name = withoutSuffix(fileName(path));
  const isIndex = /^(?:index|readme)$/i.test(name) && folderOf(path) !== "";
  const words = (isIndex ? fileName(folderOf(path)) : name).replace(/[-_]+/g, " ").trim();
  return words === "" ? path : words.charAt(0).toUpperCase() + words.slice(1);
}
