import { posix } from "node:path";
import type { PageKind, PlannedPage } from "./plan.ts";
import type { Random } from "./random.ts";

export type LinkStyle =
  | "absolute"
  | "absolute-anchor"
  | "relative"
  | "relative-suffix"
  | "relative-anchor"
  | "reference"
  | "same-page"
  | "card"
  | "html"
  | "image";

export interface GeneratedLink {
  /** The page that contains the link. */
  readonly from: string;
  /** As written. */
  readonly href: string;
  readonly style: LinkStyle;
  /** The path of the target page or file, or null if the link is broken on purpose. */
  readonly to: string | null;
  readonly anchor: string | null;
}

const markdownStyles: readonly LinkStyle[] = [
  ...(["absolute", "absolute", "absolute", "absolute-anchor", "relative", "relative"] as const),
  ...(["relative-suffix", "relative-anchor", "reference", "same-page"] as const),
];
const jsxStyles: readonly LinkStyle[] = [...markdownStyles, "html"];

/** Chooses the target and notation of a link. */
export function planLink(random: Random, from: PlannedPage, targets: readonly PlannedPage[]): GeneratedLink {
  const style = random.pick(stylesOf(from.kind));
  const target = style === "same-page" ? from : random.pick(targets);
  // Frameworks differ in how they create slugs from other scripts.
  const heading = target.japanese ? undefined : random.pick(target.headings);
  const anchored = heading !== undefined && (style.endsWith("anchor") || style === "same-page");
  const anchor = anchored ? heading.anchor : null;
  const href = `${style === "same-page" && anchored ? "" : address(style, from, target)}${anchored ? `#${anchor}` : ""}`;
  return { from: from.path, href, style, to: target.path, anchor };
}

function stylesOf(kind: PageKind): readonly LinkStyle[] {
  return kind === "plain" ? markdownStyles : jsxStyles;
}

function address(style: LinkStyle, from: PlannedPage, target: PlannedPage): string {
  if (!style.startsWith("relative")) return target.url;
  const to = style === "relative-suffix" ? target.path : target.url.slice(1);
  const path = posix.relative(posix.dirname(from.path), to);
  return path.startsWith(".") ? path : `./${path}`;
}

/** Plans a broken link, alternating between the kinds of broken links. */
export function planBrokenLink(index: number, from: PlannedPage, other: PlannedPage): GeneratedLink {
  const broken: readonly Pick<GeneratedLink, "href" | "style">[] = [
    { href: `/guides/removed/page-${index}`, style: "absolute" },
    { href: `./gone-${index}`, style: "relative" },
    { href: `${other.url}#no-such-heading-${index}`, style: "absolute-anchor" },
    { href: `/images/missing-${index}.png`, style: "image" },
  ];
  return { from: from.path, ...broken[index % broken.length]!, to: null, anchor: null };
}
