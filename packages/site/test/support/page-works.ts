import {
  addPage,
  bumpVersion,
  checkSite,
  createPageCache,
  deletePage,
  fixLinks,
  insertUnderHeading,
  type MdxJudge,
  movePage,
  openSite,
  outlineSite,
  type Page,
  type ParserProcess,
  RefactorError,
  renameTerm,
  replaceLinks,
  replaceSection,
  type Site,
  setFrontmatter,
} from "../../index.ts";
import { type Files, sourceFrom } from "./site.ts";

/** The page that an operation reads or changes, with its site. */
export interface Worked {
  readonly files: Files;
  readonly parser: ParserProcess | null;
  readonly site: Site;
  readonly page: Page;
  /** Another page. */
  readonly guide: string;
}

/** A site with a hostile file, and the two pages that the operations read or change. */
export interface HostileSite {
  readonly files: Files;
  readonly page: string;
  readonly guide: string;
}
const allPass: MdxJudge = {
  judge: async (pages) => pages.map(() => null),
  spentMs: 0,
  close: async () => undefined,
};

/** A site with this page and another page that links to it. */
export function siteWithPage(text: string): HostileSite {
  const [page, guide] = ["docs/hostile.md", "docs/guide.md"];
  const files = {
    "mkdocs.yml": "site_name: Acme\n",
    [page]: text,
    [guide]: "# Guide\n\nSee [it](hostile.md).\n",
  };
  return { files, page, guide };
}

/** The operations that jobs perform on one page of a site, by name. */
const works: Readonly<Record<string, (o: Worked) => unknown>> = {
  outline: ({ files }) => outlineSite(sourceFrom(files), null),
  read: ({ page, site, guide }) => [
    page.title,
    page.description,
    page.anchors,
    page.prose,
    page.code,
    page.lineAt(page.text.length),
    site.hasAnchor(page.path, "gone"),
    site.inbound(guide),
  ],
  rename: ({ site, files }) =>
    renameTerm(site, {
      from: "Acme Cloud",
      to: "Acme Platform",
      scope: null,
      case: "keep",
      wholeWord: true,
      includeCode: true,
      read: sourceFrom(files).read,
    }),
  bump: ({ site }) => bumpVersion(site, { from: "1.4.2", to: "1.5.0", product: null, scope: null }),
  fixLinks: ({ site }) => fixLinks(site, { scope: null }),
  describe: ({ site }) =>
    setFrontmatter(site, {
      key: "description",
      value: { from: "first-paragraph" },
      onlyMissing: false,
      scope: null,
    }),
  setTitle: ({ site }) =>
    setFrontmatter(site, { key: "title", value: "New", onlyMissing: false, scope: null }),
  replaceLinks: ({ site }) =>
    replaceLinks(site, { from: "gone.md", to: "guide.md", match: "exact", scope: null }),
  move: ({ site, files, page }) =>
    movePage(site, { from: page.path, to: "moved/there.md", redirect: true, read: sourceFrom(files).read }),
  moveTarget: ({ site, files, guide }) =>
    movePage(site, { from: guide, to: "moved/guide.md", redirect: true, read: sourceFrom(files).read }),
  delete: ({ site, page, guide }) => deletePage(site, { page: page.path, redirectTo: guide }),
  add: ({ site, page }) =>
    addPage(site, { path: "new", title: "New", description: null, content: page.text, place: null }),
  insert: ({ site, page, guide }) =>
    insertUnderHeading(site, { page: guide, heading: "Guide", content: page.text, position: "end" }),
  insertHere: ({ site, page }) =>
    insertUnderHeading(site, { page: page.path, heading: "Start", content: "New.", position: "end" }),
  replaceSection: ({ site, page }) =>
    replaceSection(site, { page: page.path, section: ["Start"], text: "# Start\n\nNew." }),
  check: async ({ site, files, page, parser }) => {
    const text = `${page.text}\n\nAnother paragraph. [a](gone-too.md)\n`;
    const source = sourceFrom({ ...files, [page.path]: text });
    const after = await openSite(source, {
      cache: createPageCache(),
      ...(parser === null ? {} : { parser }),
    });
    await checkSite(after, { base: site, judge: allPass });
  },
};

/**
 * The CPU time that this thread spends on each operation, in milliseconds. The parser processes have their own limits.
 */
export async function timesOf(
  { files, page: path, guide }: HostileSite,
  parser: ParserProcess | null,
  startClock: () => () => number,
): Promise<Map<string, number>> {
  const times = new Map<string, number>();
  const openClock = startClock();
  const site = await openSite(sourceFrom(files), {
    cache: createPageCache(),
    ...(parser === null ? {} : { parser }),
  });
  times.set("open", openClock());
  const page = site.document(path);
  if (page === null) throw new Error("the site has no hostile page");
  for (const [name, work] of Object.entries(works)) {
    const clock = startClock();
    try {
      await work({ files, parser, site, page, guide });
    } catch (error) {
      if (!(error instanceof RefactorError)) throw error;
    }
    times.set(name, clock());
  }
  return times;
}

/** An operation that takes this long delays other requests noticeably. */
const stallMs = 250;

/**
 * Finds operations whose time grows faster than the text: four times the text may take at most six times as long.
 * Operations that take less than `floorMs` are fast enough. A suspicious time is measured again, because the first
 * measurement may include compilation or garbage collection. A suspicious time below `stallMs` counts only if the
 * growth continues: sixteen times the text takes more than six times as long as four times the text.
 */
export async function findSuperlinear(o: {
  site(chars: number): HostileSite;
  chars: number;
  floorMs: number;
  parser: ParserProcess | null;
  startClock(): () => number;
}): Promise<string[]> {
  const measure = (chars: number) => timesOf(o.site(chars), o.parser, o.startClock);
  let long = await measure(o.chars * 4);
  if (![...long.values()].some((ms) => ms > o.floorMs)) return [];
  let short = await measure(o.chars);
  for (let round = 0; round < 2; round++) {
    short = smaller(short, await measure(o.chars));
    long = smaller(long, await measure(o.chars * 4));
  }
  const suspicious = [...long].filter(([name, ms]) => ms > Math.max(o.floorMs, (short.get(name) ?? 0) * 6));
  const needsMore = suspicious.some(([, ms]) => ms < stallMs);
  const longest = needsMore ? await measure(o.chars * 16) : new Map<string, number>();
  return suspicious
    .filter(([name, ms]) => ms >= stallMs || (longest.get(name) ?? 0) > ms * 6)
    .map(([name, ms]) => `${name}: ${Math.round(short.get(name) ?? 0)} ms, then ${Math.round(ms)} ms`);
}

function smaller(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): Map<string, number> {
  return new Map(Array.from(a, ([name, ms]) => [name, Math.min(ms, b.get(name) ?? ms)]));
}

/** The ways in which a text repeats a fragment: unclosed, nested and in sequence. */
export function shapesOf(open: string, close: string): Record<string, (chars: number) => string> {
  const times = (chars: number, length: number) => Math.ceil(chars / length);
  return {
    unclosed: (chars) => open.repeat(times(chars, open.length)),
    ...(close === ""
      ? {}
      : {
          nested: (chars) => {
            const depth = times(chars, open.length + close.length);
            return open.repeat(depth) + close.repeat(depth);
          },
          closed: (chars) => (open + close).repeat(times(chars, open.length + close.length)),
        }),
  };
}
