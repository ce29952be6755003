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

/** What a new part of each kind is, and what is said of it. What is in use on the site already is nothing new. */
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
  comment: { what: "a comment, which readers do not see:", inUse: "listed", fresh: "listed" },
  hiding: { what: "an element that readers do not see:", inUse: "listed", fresh: "listed" },
};

/** The site that a change is made on, and as the change leaves it. */
export interface Sites {
  readonly base: Site;
  readonly site: Site;
}

/** Scripts, embeds, code and hidden text that a change adds. A page that only moves adds nothing. */
export function findActive(changes: readonly TextChange[], sites: Sites): Finding[] {
  const { base, site } = sites;
  const known = new Map<string, number>();
  for (const { path, before } of changes)
    for (const part of before === null ? [] : partsOf(path, before, base))
      known.set(keyOf(part), (known.get(keyOf(part)) ?? 0) + 1);
  const isInUse = createUse(base);
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

/** Pictures and pages of the repository: pages are looked at like any other. */
function isMaterial(source: string): boolean {
  return /^[./@~][\w./@~ -]*\.(?:mdx?|png|jpe?g|gif|webp|avif)$/iu.test(source);
}

function findingOf({ kind, path, line, name, text }: Placed, verdict: Finding["verdict"]): Finding {
  const shown = kind === "comment" ? text.slice(0, 80) : name;
  return { verdict, text: `${path}:${line} would gain ${rules[kind].what} ${shown}` };
}

function keyOf(part: Placed): string {
  return `${part.kind}\n${part.kind === "import" ? importedBy(part) : part.text}`;
}

/** What an import means, wherever the page lies. */
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

/** Whether the base's pages have such a part; they are looked at when first asked for, and only those that may. */
function createUse(base: Site): (part: Placed) => boolean {
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
    // The rarest of its words is likely the longest.
    const probe = (part.name.match(word) ?? []).sort((a, b) => b.length - a.length)[0] ?? "";
    return pages.some(
      (page) =>
        page.text.toLowerCase().includes(probe.toLowerCase()) &&
        read(page).some((one) => one.kind === part.kind && nameOf(one) === nameOf(part)),
    );
  };
}
