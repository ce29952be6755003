/** Markup that is safe to put into a page as it is. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Part = Html | string | number | null | readonly Part[];

/** A piece of a page. What is put into it is text, unless it is `Html` itself. */
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
 * Text as it is safe in content and in quoted attributes. Characters that act without being seen (control characters,
 * marks that turn the direction of text, so that code reads other than it runs) are written out by their code.
 */
export function escapeHtml(text: string): string {
  return text.replace(special, (char) => entities[char] ?? `[U+${codeOf(char)}]`);
}

function codeOf(char: string): string {
  return (char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
}
