import { setImmediate as nextTurn } from "node:timers/promises";
import { limits } from "../limits.ts";
import type { ParserProcess } from "./apart/parser-process.ts";
import type { Layout } from "./frameworks/framework.ts";
import { isOrdinary } from "./markdown/ordinary.ts";
import { emptyContent, type PageContent, type ParseAs, parsePage } from "./markdown/parse-page.ts";
import { ParsedPage } from "./markdown/parsed-page.ts";
import type { PageProblem } from "./page.ts";
import type { PageCache } from "./page-cache.ts";
import type { SiteSource, SourceFile } from "./source.ts";

/** So many pages are read at once, and the next so many while these are parsed. */
const pagesAtOnce = 128;

export interface ReadPages {
  readonly source: SiteSource;
  readonly layout: Layout;
  readonly cache: PageCache;
  readonly parser: ParserProcess | null;
  readonly signal?: AbortSignal | undefined;
}

/** Every one of these files, parsed, by path; from the cache where the same content was parsed before. */
export async function readPages(
  o: ReadPages,
  files: readonly SourceFile[],
): Promise<Map<string, ParsedPage>> {
  const pages = new Map<string, ParsedPage>();
  const missing: SourceFile[] = [];
  for (const file of files) {
    const known = o.cache.get(cacheKey(file, o.layout));
    if (known !== undefined) pages.set(file.path, known);
    else if ((file.size ?? 0) > limits.site.pageBytesMax)
      pages.set(file.path, withProblem(tooLarge(file.size ?? 0), o.layout));
    else missing.push(file);
  }
  const apart: Promise<void>[] = [];
  const budget = { left: limits.site.parseApartPagesMax };
  let reading = readChunk(o.source, missing, 0);
  for (let at = 0; at < missing.length; at += pagesAtOnce) {
    const bytes = await reading;
    reading = readChunk(o.source, missing, at + pagesAtOnce);
    for (const file of missing.slice(at, at + pagesAtOnce)) {
      const content = bytes.get(file.path);
      if (content === undefined) continue;
      const parsed = parseBytes(content, file, o, budget);
      const keep = (page: ParsedPage) => {
        pages.set(file.path, page);
        if (page.problem?.kind !== "too-complex") o.cache.set(cacheKey(file, o.layout), page);
      };
      if (parsed instanceof Promise) apart.push(parsed.then(keep));
      else keep(parsed);
    }
    // Parsing holds the event loop; others get a turn between two chunks.
    await nextTurn();
    o.signal?.throwIfAborted();
  }
  await Promise.all(apart);
  return pages;
}

function readChunk(
  source: SiteSource,
  files: readonly SourceFile[],
  at: number,
): Promise<ReadonlyMap<string, Uint8Array>> {
  const paths = files.slice(at, at + pagesAtOnce).map((file) => file.path);
  if (paths.length === 0) return Promise.resolve(new Map());
  const reading = source.read(paths);
  // Where an earlier chunk fails, this one's own failure has nobody left to tell.
  reading.catch(() => undefined);
  return reading;
}

function cacheKey(file: SourceFile, layout: Layout): string {
  return `${file.id}:${layout.parseAs(file.path)}:${layout.dialect.name}`;
}

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

function parseBytes(
  bytes: Uint8Array,
  file: SourceFile,
  o: ReadPages,
  budget: { left: number },
): ParsedPage | Promise<ParsedPage> {
  const { layout } = o;
  if (bytes.length > limits.site.pageBytesMax) return withProblem(tooLarge(bytes.length), layout);
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch {
    return withProblem(notUtf8, layout);
  }
  const parseAs = layout.parseAs(file.path);
  if (isOrdinary(bytes)) return new ParsedPage(parsePage(text, parseAs, layout.dialect), layout.dialect);
  if (o.parser === null || budget.left-- <= 0) return tooComplex(text, parseAs, layout);
  return o.parser
    .parse({ text, parseAs, dialect: layout.dialect.name }, o.signal)
    .then((content) =>
      content === null ? tooComplex(text, parseAs, layout) : new ParsedPage(content, layout.dialect),
    );
}

function withProblem(problem: PageProblem, layout: Layout): ParsedPage {
  return new ParsedPage({ ...emptyContent("", "md"), problem }, layout.dialect);
}

export function tooComplex(text: string, parseAs: ParseAs, layout: Layout): ParsedPage {
  const content: PageContent = {
    ...emptyContent(text, parseAs === "md" ? "md" : "mdx"),
    problem: complexity,
  };
  return new ParsedPage(content, layout.dialect);
}

const complexity: PageProblem = {
  kind: "too-complex",
  message:
    "This page nests too deeply, or is too large, to be parsed in reasonable time. Split or simplify it.",
  line: null,
};

const notUtf8: PageProblem = {
  kind: "not-utf8",
  message: "This page is not valid UTF-8, so it is left as it is. Save it as UTF-8.",
  line: null,
};

function tooLarge(bytes: number): PageProblem {
  const message = `This page has ${bytes} bytes; pages over ${limits.site.pageBytesMax} are not read. Split it.`;
  return { kind: "too-large", message, line: null };
}
