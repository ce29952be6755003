import type { Page, Site } from "#site";
import { limits } from "../../limits.ts";
import { shortLine } from "../tools/text.ts";
import { quotedIn } from "./likely-pages.ts";

/**
 * Returns the exact places of the identifiers and text that an instruction quotes, so that the model need not search
 * for them: one line each, grouped by quotation. If a quotation has more places than `limits.context.placesMax`, they
 * are only counted.
 */
export function quotedPlaces(site: Site, prompt: string): string[] {
  const documents = [...site.pages.values(), ...site.snippets.values()];
  return quotedIn(prompt).flatMap((quoted) => {
    const found = documents.filter(({ text }) => text.includes(quoted));
    const places = found.flatMap((page) => placesIn(page, quoted));
    if (places.length === 0) return [];
    if (places.length > limits.context.placesMax)
      return [`- ${quoted}: ${places.length} or more lines on ${found.length} pages; use search to see them`];
    return [`- ${quoted}:`, ...places.map((place) => `  ${place}`)];
  });
}

function placesIn(page: Page, quoted: string): string[] {
  const places: string[] = [];
  for (let at = page.text.indexOf(quoted); at !== -1 && places.length <= limits.context.placesMax; ) {
    const start = page.text.lastIndexOf("\n", at) + 1;
    const newline = page.text.indexOf("\n", at);
    const end = newline === -1 ? page.text.length : newline;
    places.push(
      `${page.path}:${page.lineAt(at)}: ${shortLine(page.text.slice(start, end).trim(), at - start)}`,
    );
    at = page.text.indexOf(quoted, end);
  }
  return places;
}
