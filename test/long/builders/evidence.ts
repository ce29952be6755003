import { createRequire } from "node:module";
import { parseSync } from "oxc-parser";
import { calledName, canary, computedText, type Vector } from "./vector.ts";

/** The output of a builder. */
export interface Output {
  /** The HTML of each page, by the vector's ID. */
  readonly pages: ReadonlyMap<string, string>;
  /** JavaScript that browsers load. */
  readonly scripts: readonly string[];
  /** The reports that pages sent to the builder's process. */
  readonly reports: string;
}

/** The part of parse5's tree that is needed here. */
interface Node {
  readonly tagName?: string;
  readonly attrs?: readonly { readonly name: string; readonly value: string }[];
  readonly value?: string;
  readonly childNodes?: readonly Node[];
  /** The content of a `template` element. */
  readonly content?: Node;
}

const load = createRequire(new URL("site/package.json", import.meta.url));

/** Creates a function that says what a vector did, or returns null if it did nothing. */
export function createFindEffect({ pages, scripts, reports }: Output): (vector: Vector) => string | null {
  const called = calledNames(scripts);
  return ({ id }) => {
    if (reports.includes(id)) return "ran in the builder's process";
    if (called.has(calledName(id))) return "is called by the page's script";
    const html = pages.get(id);
    if (html === undefined) return null;
    if (html.includes(computedText(id))) return "was evaluated";
    if (html.includes(canary)) return "published a file from outside of the docs";
    return liveMarkup(html, id);
  };
}

function liveMarkup(html: string, id: string): string | null {
  const { parse } = load("parse5") as { parse(html: string): Node };
  for (const element of elementsOf(parse(html))) {
    const effect = effectOf(element, id);
    if (effect !== null) return effect;
  }
  return null;
}

function* elementsOf(node: Node): Generator<Node> {
  const left = [node];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    if (next.tagName !== undefined) yield next;
    left.push(...(next.childNodes ?? []));
    if (next.content !== undefined) left.push(next.content);
  }
}

/** Elements that load, replace or collect something, with any attributes. */
const active = new Set("script style iframe frame object embed base link meta form portal".split(" "));
const addressNames = new Set("href src action formaction data xlink:href to from values".split(" "));

/** The effect of an element that contains the ID in its attributes or text. */
function effectOf(element: Node, id: string): string | null {
  const { tagName = "", attrs = [], childNodes = [] } = element;
  for (const { name, value } of attrs) {
    if (!value.includes(id)) continue;
    if (name.startsWith("on")) return `has the attribute ${name}`;
    if (addressNames.has(name) && isCode(value)) return `has code in ${name}`;
    if (name === "srcdoc") return "has a document in srcdoc";
    if (active.has(tagName) && !isMetadata(tagName, attrs)) return `is a ${tagName} element`;
  }
  // Code fences of the live theme run in the reader's browser.
  if (/playground/iu.test(attributeOf(attrs, "class")) && textOf(element).includes(id))
    return "is a live editor";
  const ownText = childNodes.map(({ value = "" }) => value).join("");
  if (tagName === "form" && textOf(element).includes(id)) return "is a form element";
  // A builder's own scripts contain the paths of all pages.
  const isOurs = ownText.includes(calledName(id)) || ownText.includes(`x.invalid/${id}`);
  if (!/^(?:script|style)$/u.test(tagName) || !isOurs) return null;
  return isData(attributeOf(attrs, "type")) ? null : `is a ${tagName} element`;
}

/** Whether the element is metadata that builders generate from titles and paths. */
function isMetadata(tagName: string, attrs: NonNullable<Node["attrs"]>): boolean {
  if (tagName === "meta") return attributeOf(attrs, "http-equiv") === "";
  const own = /^(?:canonical|alternate|modulepreload|preload|prefetch|sitemap|next|prev)$/u;
  if (tagName === "link") return own.test(attributeOf(attrs, "rel"));
  return (
    tagName === "script" && !/^https:\/\/x\.invalid|^\/\/x\.invalid|^data:/u.test(attributeOf(attrs, "src"))
  );
}

function isData(type: string): boolean {
  return /json/u.test(type) && !/importmap|speculationrules/u.test(type);
}

function attributeOf(attrs: NonNullable<Node["attrs"]>, name: string): string {
  return attrs.find((attribute) => attribute.name === name)?.value ?? "";
}

function textOf(node: Node): string {
  return (node.value ?? "") + (node.childNodes ?? []).map(textOf).join("");
}

/** Reads an address as browsers do: https://url.spec.whatwg.org/#concept-basic-url-parser. */
function isCode(address: string): boolean {
  const plain = address.replace(/^[\0-\x20]+/u, "").replace(/[\t\n\r]/gu, "");
  return /^(?:javascript:|data:(?:text\/html|image\/svg\+xml|text\/xml|application\/xhtml\+xml)[;,])/iu.test(
    plain,
  );
}

/** The names that are identifiers or properties in these scripts, not parts of strings. */
function calledNames(scripts: readonly string[]): Set<string> {
  const found = new Set<string>();
  for (const text of scripts.filter((script) => script.includes("_call"))) {
    JSON.stringify(parseSync("script.js", text).program, (key, value: unknown) => {
      if (key === "name" && typeof value === "string" && value.endsWith("_call")) found.add(value);
      return value;
    });
  }
  return found;
}
