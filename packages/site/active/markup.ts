import { decodeEntities } from "../markdown/entities.ts";
import { readTag, type Tag } from "../markdown/tags.ts";
import type { ActiveKind } from "./active-part.ts";

/** An active part with its offset in the text. */
export interface Found {
  readonly kind: ActiveKind;
  readonly name: string;
  readonly text: string;
  readonly at: number;
}

export interface Markup {
  /** As written. */
  readonly raw: string;
  /** The same text with its code blanked out, at the same offsets: displayed code does nothing. */
  readonly text: string;
  /** JSX distinguishes `<Frame>` from `<frame>`. HTML does not. */
  readonly isJsx: boolean;
}

/** Elements that run or load something, change the page around them, or ask readers for input. */
const dangerous =
  "script|object|embed|applet|base|meta|link|style|form|frameset|frame|template|noscript|portal|input|select|" +
  "textarea|foreignobject|animate|set|noembed|xmp|plaintext";
const elementInHtml = new RegExp(`<(${dangerous}|iframe|fencedframe)(?=[\\s/>{]|$)`, "giu");
const elementInJsx = new RegExp(`<(${dangerous}|foreignObject|iframe|fencedframe)(?=[\\s/>{]|$)`, "gu");

/** HTML and SVG elements. Anything else is a component. */
const words = new Set(
  (
    "a abbr address article aside audio b bdi bdo blockquote body br button caption center circle cite clippath code col " +
    "colgroup data dd defs del details dfn dialog div dl dt ellipse em figcaption figure font footer g h1 h2 h3 h4 h5 h6 " +
    "head header hgroup hr html i img ins kbd label legend li lineargradient main mark math menu nav ol optgroup option " +
    "output p path picture polygon polyline pre progress q radialgradient rect rp rt ruby s samp search section small " +
    "source span stop strike strong sub summary sup svg symbol table tbody td text tfoot th thead time title tr track " +
    "tspan tt u ul use var video wbr meter map area line fieldset"
  ).split(" "),
);

/** The maximum number of findings of one kind. Nobody would review a page with more. */
const foundMax = 2000;
const tagCharsMax = 32_000;

/** Finds active elements, frames, components, attributes and addresses in HTML, JSX or Markdown. */
export function findMarkup(markup: Markup): Found[] {
  if (!/[<&:]/u.test(markup.text)) return [];
  return [...findTags(markup), ...findElements(markup), ...findHandlers(markup), ...findAddresses(markup)];
}

/** Fails closed: rejects a page with too much markup to check. */
function tooMuch(at: number): Found {
  return { kind: "element", name: "too much markup to check", text: "", at };
}

/** Finds elements by name alone, because markup that one parser rejects may still run in a browser. */
function findElements({ raw, text, isJsx }: Markup): Found[] {
  const found: Found[] = [];
  const lower = raw.toLowerCase();
  for (const { 1: written = "", index: at } of text.matchAll(isJsx ? elementInJsx : elementInHtml)) {
    if (found.length > foundMax) return [...found, tooMuch(at)];
    const name = written.toLowerCase();
    const tag = tagText(raw, at);
    if (name === "iframe" || name === "fencedframe") {
      const source = /\bsrc\s*=\s*["'{`]*\s*([^"'`}\s>]+)/iu.exec(tag)?.[1] ?? "";
      found.push({ kind: "frame", name: hostOf(source) ?? `<${name}>`, text: flat(tag), at });
      continue;
    }
    // Include the content, because the text inside a script element is the script.
    const close = /^(?:script|style|template|noscript|object)$/u.test(name)
      ? lower.indexOf(`</${name}`, at)
      : 0;
    const whole = close === 0 ? tag : raw.slice(at, close < 0 ? raw.length : close);
    found.push({ kind: "element", name: `<${name}>`, text: flat(whole), at });
  }
  return found;
}

function findTags({ text, raw, isJsx }: Markup): Found[] {
  const found: Found[] = [];
  let broken = 0;
  for (let at = text.indexOf("<"); at >= 0; at = text.indexOf("<", at + 1)) {
    if (!/[A-Za-z_$]/u.test(text[at + 1] ?? "")) continue;
    const tag = readTag(text, at, Math.min(text.length, at + tagCharsMax));
    if (tag === null && broken++ > foundMax) return [...found, tooMuch(at)];
    if (tag === null || tag.closing || isAutolink(tag.name)) continue;
    const isWord = words.has(tag.name.toLowerCase()) && !(isJsx && /^[A-Z]/u.test(tag.name));
    if (!isWord && !isDangerous(tag.name, isJsx))
      found.push({ kind: "component", name: tag.name, text: tag.name, at });
    if (isHiding(raw, tag))
      found.push({ kind: "hiding", name: tag.name, text: flat(raw.slice(at, tag.end)), at });
  }
  return found;
}

function isAutolink(name: string): boolean {
  return /^[a-z][a-z0-9+.-]{1,31}:/iu.test(name);
}

function isDangerous(name: string, isJsx: boolean): boolean {
  const pattern = isJsx ? elementInJsx : elementInHtml;
  pattern.lastIndex = 0;
  return pattern.test(`<${name}>`);
}

/** Style values that hide an element, and near-zero numbers in CSS and JSX notation. */
const hidingStyle = new RegExp(
  [
    /display["']?\s*:\s*["']?none/,
    /visibility["']?\s*:\s*["']?hidden/,
    /opacity["']?\s*:\s*["']?0(?![.\d]*[1-9])/,
    /font-?size["']?\s*:\s*["']?(?:0(?![.\d]*[1-9])|[01](?:\.\d+)?(?:p[xt]|\s*[,}])|0?\.[01]\d*(?:r?em|%))/,
    /(?<![\w-])color["']?\s*:\s*["']?(?:#fff(?:fff)?(?:[0-9a-f]{1,2})?(?!\w)|#(?:[0-9a-f]{3}0|[0-9a-f]{6}00)(?!\w)|(?:white|transparent)(?!\w))/,
    /(?<![\w-])color["']?\s*:\s*["']?(?:rgba?\(\s*255[\s,]+255[\s,]+255|hsla?\([^()]*?\s100%)/,
    /(?<![\w-])color["']?\s*:\s*["']?(?:rgb|hsl)a?\((?:[^(),/]*,){3}\s*(?:0|0?\.0+)%?\s*\)/,
    /(?<![\w-])color["']?\s*:\s*["']?(?:rgb|hsl)a?\([^()/]*\/\s*(?:0|0?\.0+)%?\s*\)/,
    /(?:left|top|text-?indent|margin-?left)["']?\s*:\s*["']?-\d{3}/,
    /clip(?:-?path)?["']?\s*:/,
    /(?:height|width)["']?\s*:\s*["']?0(?:px)?\s*["';,}]/,
    /scale\(\s*0(?![.\d]*[1-9])/,
  ]
    .map(({ source }) => source)
    .join("|"),
  "iu",
);

function isHiding(text: string, tag: Tag): boolean {
  return tag.attributes.some(({ name, start, end }) => {
    const attribute = name.toLowerCase();
    const value = text.slice(start, end);
    if (attribute === "hidden") return true;
    if (attribute === "style") return hidingStyle.test(decodeEntities(`${value};`));
    return (
      /^class(?:name)?$/u.test(attribute) &&
      /(?:^|\s)(?:hidden|sr-only|invisible|opacity-0)(?:\s|$)/u.test(value)
    );
  });
}

/** Attributes in HTML, React, Vue, Svelte and Astro that contain code or would bypass these checks. */
const codeAttribute =
  /[\s"'/}`](on[a-z]{3,30}|v-[a-z][\w:.-]*|@[a-z][\w:.-]*|:[a-z][\w:.-]*|set:html|define:vars|bind:\w+|x-[\w:.-]+|hx-[\w:-]+|dangerouslysetinnerhtml|innerhtml|srcdoc|formaction|xlink:href|http-equiv|ping)\s*=/giu;

/** Requires an open tag in the same paragraph. Browsers find attributes even where parsers see no tag. */
function findHandlers({ raw, text }: Markup): Found[] {
  const found: Found[] = [];
  const opened = createLast(text, /<[A-Za-z]/gu);
  const paragraphBreak = createLast(text, /\n[ \t]*\r?\n/gu);
  for (const match of text.matchAll(codeAttribute)) {
    const at = match.index + 1;
    const open = opened(at);
    if (open < 0 || open < paragraphBreak(at)) continue;
    if (found.length > foundMax) return [...found, tooMuch(at)];
    const value = raw.slice(at, endOfValue(raw, match.index + match[0].length));
    found.push({ kind: "handler", name: (match[1] ?? "").toLowerCase(), text: flat(value), at });
  }
  return found;
}

/** Creates a function that finds the last match before an offset, or -1. The offsets must increase. */
function createLast(text: string, pattern: RegExp): (at: number) => number {
  let last = -1;
  let next = pattern.exec(text);
  return (at) => {
    for (; next !== null && next.index < at; next = pattern.exec(text)) last = next.index;
    return last;
  };
}

const valueCharsMax = 5000;

function endOfValue(text: string, at: number): number {
  const quote = /\s*(["'{`])/uy;
  quote.lastIndex = at;
  const mark = quote.exec(text)?.[1];
  const rest = text.slice(quote.lastIndex, quote.lastIndex + valueCharsMax);
  const close = mark === undefined ? -1 : rest.indexOf(mark === "{" ? "}" : mark);
  return close < 0 ? at + valueCharsMax : quote.lastIndex + close + 1;
}

/** Where addresses can occur: destinations, definitions, attributes, autolinks, and YAML or JSON values. */
const codeAddress =
  /(?:\]\(\s*<?\s*|\]:\s*<?\s*|=\s*[{(]?\s*["'`]?\s*|<|[[,:]\s*["'`]\s*|^[ \t-]*[\w"'-]+:[ \t]+["']?)((?:java|vb|live)script\s*:|data\s*:\s*(?:[\w.+-]+\/[\w.+-]+|[;,]))/gimu;
const picture = /^data\s*:\s*image\/(?:png|jpe?g|gif|webp|avif)$/iu;

/** A quick filter, applied to text without line breaks and tabs: pages that do not match have no such address. */
const mayBeCode = /(?:java|vb|live)script|data\s*\\?:|&(?:#|tab;|newline;|colon;)/iu;

function findAddresses({ text }: Markup): Found[] {
  if (!mayBeCode.test(text.replace(/[^\P{Cc} ]+/gu, ""))) return [];
  const found: Found[] = [];
  for (const [at, line] of linesWithScheme(text)) {
    for (const match of line.matchAll(codeAddress)) {
      const scheme = match[1] ?? "";
      if (picture.test(scheme)) continue;
      if (found.length > foundMax) return [...found, tooMuch(at)];
      const value = line.slice(match.index, match.index + valueCharsMax).split(/[\s)>]/u, 1)[0] ?? "";
      found.push(codeAddressAt(scheme, value, at));
    }
  }
  return found;
}

/** Whether an address is code or a whole document, after its escapes are resolved. */
export function isCodeAddress(href: string): boolean {
  const address = plainAddress(href).trim();
  if (/^(?:java|vb|live)script\s*:/iu.test(address)) return true;
  return /^data\s*:/iu.test(address) && !picture.test(address.split(/[;,]/u, 1)[0] ?? "");
}

export function codeAddressAt(scheme: string, text: string, at: number): Found {
  const name = `${scheme.split(":", 1)[0]?.trim().toLowerCase() ?? ""}:`;
  return { kind: "address", name, text, at };
}

/** Yields paragraphs that may contain such a scheme, without the characters that browsers ignore in addresses. */
function* linesWithScheme(text: string): Generator<[at: number, paragraph: string]> {
  let at = 0;
  for (const paragraph of text.split(/(?<=\n)(?=[ \t]*\r?\n)/u)) {
    const whole = plainAddress(paragraph);
    if (/script\s*:|data\s*:/iu.test(whole)) yield [at, whole];
    at += paragraph.length;
  }
}

/** Resolves HTML and Markdown escapes, and removes the characters that are ignored in addresses. */
function plainAddress(text: string): string {
  return text
    .replace(/&(?:tab|newline);/giu, "")
    .replace(/&colon;/giu, ":")
    .replace(/&#(?:x([0-9a-f]{1,12})|(\d{1,12}));?/giu, (_, hex?: string, decimal?: string) => {
      const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : "";
    })
    .replace(/\\(?=[:-@[-`!-/])/gu, "")
    .replace(/(?<=[a-z])[\t\r\n]+(?=[a-z:])|[^\P{Cc}\t\r\n]/giu, "");
}

function hostOf(address: string): string | null {
  return /^(?:https?:)?\/\/([^/?#\s:@]+)/iu.exec(address)?.[1]?.toLowerCase() ?? null;
}

function tagText(text: string, at: number): string {
  const tag = readTag(text, at, Math.min(text.length, at + tagCharsMax));
  return text.slice(at, tag?.end ?? at + 1000);
}

export function flat(text: string): string {
  return text.replace(/\s+/gu, " ").trim();
}
