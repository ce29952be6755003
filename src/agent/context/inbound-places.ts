import type { Page, Site } from "#site";
import { limits } from "../../limits.ts";
import { counted } from "../tools/text.ts";

/**
 * Returns one line per page, which says where the links and redirects to the page are, because a change to the page may
 * affect these links and redirects.
 */
export function inboundPlaces(site: Site, pages: readonly Page[]): string[] {
  return pages.map(({ path }) => {
    const links = site.inbound(path).map(({ from, link }) => `${from}:${link.line}`);
    const url = bare(site.urlOf(path));
    const redirects = site.redirects
      .filter(({ toUrl }) => bare(toUrl) === url)
      .map(({ file, line }) => `${file}:${line}`);
    const places = [...placesText(links, "link"), ...placesText(redirects, "redirect")];
    return `- ${path}: ${places.length === 0 ? "none" : places.join("; ")}`;
  });
}

function placesText(places: readonly string[], noun: string): string[] {
  const unique = [...new Set(places)];
  if (unique.length === 0) return [];
  const count = counted(places.length, noun);
  return [unique.length > limits.context.inboundPlacesMax ? count : `${count} (${unique.join(", ")})`];
}

/** An address without its anchor and its final slash. */
function bare(url: string): string {
  return url.replace(/[?#].*$/su, "").replace(/(?<=.)\/$/u, "");
}
