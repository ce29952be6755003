/** How a framework makes a heading's text into an anchor. */
export type SlugRule = "github" | "mintlify" | "python-markdown" | "mdit-vue";

/** Makes slugs that are unique in one page, in the order of its headings. */
export interface Slugger {
  /** The slug of the next heading; `explicitId` is an id that it names itself, and is taken as it is. */
  slug(text: string, explicitId: string | null): string;
}

export function createSlugger(rule: SlugRule): Slugger {
  const taken = new Map<string, number>();
  const { make, repeat } = rules[rule];
  return {
    slug(text, explicitId) {
      if (explicitId !== null) {
        if (!taken.has(explicitId)) taken.set(explicitId, 0);
        return explicitId;
      }
      return repeat(make(text), taken);
    },
  };
}

/** The slug of a text that no other heading shares. */
export function slugify(text: string, rule: SlugRule): string {
  return rules[rule].make(text);
}

interface Rule {
  make(text: string): string;
  /** Makes a slug unique, and remembers it in `taken`. */
  repeat(slug: string, taken: Map<string, number>): string;
}

/** `slug`, `slug-1`, `slug-2`, skipping what a heading is really called: as github-slugger and markdown-it-anchor. */
function countFrom(first: number): Rule["repeat"] {
  return (slug, taken) => {
    let unique = slug;
    if (taken.has(slug)) {
      let count = taken.get(slug) ?? 0;
      do {
        count++;
        unique = `${slug}-${count + first - 1}`;
      } while (taken.has(unique));
      taken.set(slug, count);
    }
    taken.set(unique, 0);
    return unique;
  };
}

/** Python-Markdown's `unique`: an ending `_3` counts on to `_4`, an empty slug becomes `_1`. */
function countUnderscores(slug: string, taken: Map<string, number>): string {
  let unique = slug;
  while (unique === "" || taken.has(unique)) {
    const cut = unique.lastIndexOf("_");
    const count = cut < 0 ? "" : unique.slice(cut + 1);
    unique = /^[0-9]+$/.test(count) ? `${unique.slice(0, cut)}_${Number(count) + 1}` : `${unique}_1`;
  }
  taken.set(unique, 0);
  return unique;
}

const rules: Record<SlugRule, Rule> = {
  github: {
    make: (text) =>
      text
        .toLowerCase()
        .replace(/[^\p{Alphabetic}\p{M}\p{Nd}\p{Pc}\- ]/gu, "")
        .replaceAll(" ", "-"),
    repeat: countFrom(1),
  },
  // From "Automatic anchor IDs" in Mintlify's documentation, "Format text". What it leaves open (other punctuation)
  // is dropped here; checks therefore compare anchors of these sites by letters and digits only.
  mintlify: {
    make: (text) =>
      text
        .trim()
        .toLowerCase()
        .replaceAll("'", "’")
        .replace(/[.\s]/g, "-")
        .replace(/[^\p{L}\p{M}\p{N}’/&_-]/gu, "")
        .replace(/-{2,}/g, "-")
        .replace(/^-|-$/g, ""),
    repeat: countFrom(2),
  },
  "python-markdown": {
    make: (text) =>
      text
        .normalize("NFKD")
        // biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII is meant.
        .replace(/[^\x00-\x7f]/g, "")
        .replace(/[^A-Za-z0-9_\s-]/g, "")
        .trim()
        .toLowerCase()
        .replace(/[-\s]+/g, "-"),
    repeat: countUnderscores,
  },
  "mdit-vue": {
    make: (text) =>
      text
        .normalize("NFKD")
        .replace(/[\u0300-\u036f]/g, "")
        // biome-ignore lint/suspicious/noControlCharactersInRegex: the rule drops control characters.
        .replace(/[\u0000-\u001f]/g, "")
        .replace(/[\s~`!@#$%^&*()\-_+=[\]{}|\\;:"'“”‘’<>,.?/]+/g, "-")
        .replace(/-{2,}/g, "-")
        .replace(/^-+|-+$/g, "")
        .replace(/^(\d)/, "_$1")
        .toLowerCase(),
    repeat: countFrom(1),
  },
};

/** Letters and digits of an anchor, for comparing where a framework's rule is not known to the last character. */
export function looseAnchor(anchor: string): string {
  return anchor.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
}
