/** How a framework turns a heading's text into an anchor. */
export type SlugRule = "github" | "mintlify" | "python-markdown" | "mdit-vue";

/** Creates slugs that are unique within a page, in the order of its headings. */
export interface Slugger {
  /** Returns the next heading's slug. `explicitId` is used unchanged. */
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

/** The slug of a heading whose text is unique on its page. */
export function slugify(text: string, rule: SlugRule): string {
  return rules[rule].make(text);
}

interface Rule {
  make(text: string): string;
  /** Makes a slug unique and adds it to `taken`. */
  repeat(slug: string, taken: Map<string, number>): string;
}

/** `slug`, `slug-1`, `slug-2`, skipping slugs in use, as github-slugger and markdown-it-anchor do. */
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

/**
 * Applies Python-Markdown's `unique`: a final `_3` becomes `_4`, and an empty slug becomes `_1`. For each slug, `taken`
 * contains the next number to try, because starting from 1 each time would take quadratic time if many headings are
 * equal.
 */
function countUnderscores(slug: string, taken: Map<string, number>): string {
  if (slug !== "" && !taken.has(slug)) {
    taken.set(slug, 0);
    return slug;
  }
  const [, stem = slug, digits] = /^(.*)_([0-9]{1,15})$/s.exec(slug) ?? [];
  let count = Math.max(digits === undefined ? 1 : Number(digits) + 1, taken.get(slug) ?? 0);
  const passed = [slug];
  for (let next = `${stem}_${count}`; taken.has(next); next = `${stem}_${count}`) {
    passed.push(next);
    count = Math.max(count + 1, taken.get(next) ?? 0);
  }
  for (const one of passed) taken.set(one, count + 1);
  const unique = `${stem}_${count}`;
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
  // From "Automatic anchor IDs" on the "Format text" page of Mintlify's documentation. That page does not mention other
  // punctuation, which is dropped here. Checks therefore compare these sites' anchors by letters and digits only.
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
        // biome-ignore lint/suspicious/noControlCharactersInRegex: the range is all of ASCII.
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

/** The letters and digits of an anchor, for comparing anchors if a framework's exact rule is unknown. */
export function looseAnchor(anchor: string): string {
  return anchor.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
}
