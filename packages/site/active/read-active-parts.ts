import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import { findParts } from "../create-site.ts";
import { isMarkdownPath } from "../frameworks/pages.ts";
import { limits } from "../limits.ts";
import { needsParserProcess } from "../markdown/needs-parser-process.ts";
import type { Site } from "../site.ts";
import type { ActivePart } from "./active-part.ts";
import { partsOfData } from "./data-parts.ts";
import { needsMdx, readParts, unreadable } from "./parts-of-text.ts";

/**
 * The results of the parser process, by the content's hash. They are kept because the base's pages are read for each
 * change, and a changed page is read again for each call and for the final check.
 */
const found = new LRUCache<string, readonly ActivePart[]>({
  maxSize: limits.activeCacheBytesMax,
  sizeCalculation: (parts) =>
    parts.reduce((bytes, { name }) => bytes + partBytes + 2 * name.length, partBytes),
});

/** Estimated memory of one part or key, apart from its name. */
const partBytes = 200;

/**
 * Finds the active parts of a file with this content, as the site's framework reads it. MDX, and long or nested pages,
 * are read in the site's parser process. Without a parser process, they are read in this process, which a hostile page
 * can block.
 */
export async function readActiveParts(
  site: Site,
  path: string,
  text: string,
): Promise<readonly ActivePart[]> {
  const { dialect } = site;
  if (/\.txt$/iu.test(path)) return [];
  const parts = findParts(site);
  const parseAs = parts?.tree.layout.parseAs(path) ?? "lenient";
  const parser = parts?.parser ?? null;
  const isPage = isMarkdownPath(path);
  const takesLong = isPage
    ? needsMdx(path, text, dialect) || needsParserProcess(text, Buffer.from(text), parseAs)
    : text.length > limits.parseHereBytesMax;
  if (parser !== null && takesLong) {
    // A moved page is read once: apart from the content, only the end of the path matters.
    const end = path.slice(path.lastIndexOf(".")).toLowerCase();
    const key = createHash("sha256")
      .update(JSON.stringify([isPage, end, parseAs, dialect]))
      .update(text)
      .digest("base64");
    const known = found.get(key);
    if (known !== undefined) return known;
    const read = await parser.readActive({ path, text, parseAs, dialect });
    if (read === null) return [unreadable(text, "content that takes too long to read")];
    found.set(key, read);
    return read;
  }
  if (!isPage) return partsOfData(path, text, dialect);
  const known = site.document(path);
  return readParts(known?.text === text ? known : site.parse(path, text), dialect);
}
