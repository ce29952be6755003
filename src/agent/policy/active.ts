import { posix } from "node:path";
import {
  type ActiveKind,
  type ActivePart,
  activeParts,
  activePartsOfText,
  type Page,
  type Site,
} from "#site";
import type { Finding } from "./finding.ts";
import type { TextChange } from "./text-changes.ts";

interface Placed extends ActivePart {
  readonly path: string;
}

/**
 * For each kind of part: its description, the verdict if the site already uses it (`null` allows it), and the verdict
 * if not.
 */
const rules: Readonly<
  Record<
    ActiveKind,
    { readonly what: string; readonly inUse: Finding["verdict"] | null; readonly fresh: Finding["verdict"] }
  >
> = {
  import: { what: "an import of", inUse: null, fresh: "refused" },
  export: { what: "the export", inUse: null, fresh: "refused" },
  expression: { what: "the expression", inUse: null, fresh: "refused" },
  include: { what: "the include", inUse: null, fresh: "refused" },
  metadata: { what: "the frontmatter field", inUse: null, fresh: "refused" },
  frame: { what: "a frame of", inUse: "listed", fresh: "refused" },
  element: { what: "the element", inUse: "refused", fresh: "refused" },
  handler: { what: "the attribute", inUse: "refused", fresh: "refused" },
  address: { what: "an address that begins with", inUse: "refused", fresh: "refused" },
  component: { what: "the component", inUse: null, fresh: "listed" },
  comment: { what: "a comment that readers do not see:", inUse: "listed", fresh: "listed" },
  hiding: { what: "an element that readers do not see:", inUse: "listed", fresh: "listed" },
};

/** The site before and after a change. */
export interface Sites {
  readonly base: Site;
  readonly site: Site;
}

/** Finds scripts, embeds, code and hidden text that a change adds. Moving a page adds nothing. */
export function findActive(changes: readonly TextChange[], sites: Sites): Finding[] {
  const { base, site } = sites;
  const known = new Map<string, number>();
  for (const { path, before } of changes)
    for (const part of before === null ? [] : partsOf(path, before, base))
      known.set(keyOf(part), (known.get(keyOf(part)) ?? 0) + 1);
  const isInUse = createIsInUse(base);
  return changes.flatMap(({ path, after }) => {
    if (after === null) return [];
    return partsOf(path, after, site).flatMap((part): Finding[] => {
      const left = known.get(keyOf(part)) ?? 0;
      known.set(keyOf(part), left - 1);
      return left > 0 ? [] : judge(part, isInUse);
    });
  });
}

function judge(part: Placed, isInUse: (part: Placed) => boolean): Finding[] {
  const rule = rules[part.kind];
  if (rule.inUse === rule.fresh) return [findingOf(part, rule.fresh)];
  if (isInUse(part)) return rule.inUse === null ? [] : [findingOf(part, rule.inUse)];
  if (part.kind === "import" && isMaterial(part.name)) return [findingOf(part, "listed")];
  return [findingOf(part, rule.fresh)];
}

/** Whether an import is an image or page in the repository. Such pages are judged like any other. */
function isMaterial(source: string): boolean {
  return /^[./@~][\w./@~ -]*\.(?:mdx?|png|jpe?g|gif|webp|avif)$/iu.test(source);
}

function findingOf({ kind, path, line, name, text }: Placed, verdict: Finding["verdict"]): Finding {
  const shown = kind === "comment" ? text.slice(0, 80) : name;
  return { verdict, text: `${path}:${line} would add ${rules[kind].what} ${shown}` };
}

function keyOf(part: Placed): string {
  return `${part.kind}\n${part.kind === "import" ? importedBy(part) : part.text}`;
}

/** Resolves an import so that it does not depend on the page's folder. */
function importedBy({ path, name }: Placed): string {
  return /^\.{1,2}\//u.test(name) ? posix.join(posix.dirname(path), name) : name.replace(/^\//u, "");
}

function partsOf(path: string, text: string, site: Site): Placed[] {
  const parts = isPage(path)
    ? activeParts(pageAt(path, text, site), site.dialect)
    : /\.txt$/iu.test(path)
      ? []
      : activePartsOfText(text);
  return parts.map((part) => ({ ...part, path }));
}

export function isPage(path: string): boolean {
  return /\.(?:mdx?|markdown)$/iu.test(path);
}

export function pageAt(path: string, text: string, site: Site): Page {
  const page = site.document(path);
  return page?.text === text ? page : site.parse(path, text);
}

/** Returns whether pages in the base have such a part. Parses pages lazily, and only those that may contain it. */
function createIsInUse(base: Site): (part: Placed) => boolean {
  const partsByPath = new Map<string, Placed[]>();
  const pages = [...base.pages.values(), ...base.snippets.values()];
  const nameOf = (part: Placed) =>
    part.kind === "import"
      ? importedBy(part)
      : ["component", "frame"].includes(part.kind)
        ? part.name
        : part.text;
  const read = (page: Page): Placed[] => {
    const parts =
      partsByPath.get(page.path) ??
      activeParts(page, base.dialect).map((part) => ({ ...part, path: page.path }));
    partsByPath.set(page.path, parts);
    return parts;
  };
  return (part) => {
    const word = /[\w-]{3,}/gu;
    // The longest word is likely the rarest.
    const probe = (part.name.match(word) ?? []).sort((a, b) => b.length - a.length)[0] ?? "";
    return pages.some(
      (page) =>
        page.text.toLowerCase().includes(probe.toLowerCase()) &&
        read(page).some((known) => known.kind === part.kind && nameOf(known) === nameOf(part)),
    );
  };
}
