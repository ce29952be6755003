/** Markup that can be put into a page without escaping. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Part = Html | string | number | null | readonly Part[];

/** Builds markup from a template. Interpolated values are escaped unless they are `Html`. */
export function html(pieces: TemplateStringsArray, ...values: readonly Part[]): Html {
  return new Html(pieces.reduce((text, piece, index) => text + markup(values[index - 1] ?? null) + piece));
}

function markup(part: Part): string {
  if (part instanceof Html) return part.text;
  if (part === null) return "";
  return typeof part === "object" ? part.map(markup).join("") : escapeHtml(String(part));
}

const special = /[&<>"'\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;
const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
  "\t": "\t",
  "\n": "\n",
};

/**
 * Escapes text for content and quoted attributes. Replaces invisible characters with their code points: control
 * characters, and bidirectional marks, which can make code look different from what it does.
 */
export function escapeHtml(text: string): string {
  return text.replace(special, (char) => entities[char] ?? `[U+${codeOf(char)}]`);
}

function codeOf(char: string): string {
  return (char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
}
