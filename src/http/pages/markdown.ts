import { markdownToHast } from "satteri";
import { escapeHtml, Html, html } from "./html.ts";

/** Text beyond these limits is shown as plain text, because parsing nested marks can take quadratic time. */
const charsMax = 64_000;
const marksMax = 6000;
const marksPerLineMax = 300;
const quotesPerLineMax = 20;

type Node = ReturnType<typeof markdownToHast>;

/**
 * Renders untrusted Markdown as safe markup. The text is parsed into a tree, and only the elements and attributes
 * listed here are rendered. HTML is shown as text, except `<details>`. Images become links, so that the page sends no
 * requests to other hosts.
 */
export function renderMarkdown(source: string): Html {
  if (!isOrdinary(source)) return html`<pre class="plain">${source}</pre>`;
  const tree = markdownToHast(source, {
    features: { gfm: { footnotes: false }, frontmatter: false },
    position: false,
  });
  const folds = { open: 0 };
  const body = children(tree, folds, "p");
  return new Html(body + "</details>".repeat(folds.open));
}

function isOrdinary(source: string): boolean {
  if (source.length > charsMax) return false;
  let total = 0;
  for (const line of source.split("\n")) {
    const marks = line.match(/[*_[(<!~`{=+-]/gu)?.length ?? 0;
    const quotes = line.match(/>/gu)?.length ?? 0;
    total += marks + quotes;
    if (marks > marksPerLineMax || quotes > quotesPerLineMax || total > marksMax) return false;
  }
  return true;
}

interface Folds {
  open: number;
}

const elements = new Set([
  "p",
  "h1",
  "h2",
  "h3",
  "h4",
  "h5",
  "h6",
  "ul",
  "ol",
  "li",
  "blockquote",
  "pre",
  "code",
  "em",
  "strong",
  "del",
  "table",
  "thead",
  "tbody",
  "tr",
  "th",
  "td",
]);

/**
 * Renders child nodes. `around` is the element in which to wrap HTML that is shown as text, if bare text is not allowed
 * here.
 */
function children(node: Node, folds: Folds, around?: "p"): string {
  return "children" in node ? node.children.map((child) => write(child as Node, folds, around)).join("") : "";
}

function write(node: Node, folds: Folds, around?: "p"): string {
  if (node.type === "text") return escapeHtml(node.value);
  if (node.type === "raw") return writeRaw(node.value, folds, around);
  if (node.type !== "element") return children(node, folds);
  const { tagName, properties } = node;
  if (tagName === "br" || tagName === "hr") return `<${tagName}>`;
  if (tagName === "input") return properties.checked === true ? "☑" : "☐";
  if (tagName === "a") return writeLink(properties.href, children(node, folds));
  if (tagName === "img") return writeLink(properties.src, escapeHtml(String(properties.alt || "image")));
  if (!elements.has(tagName)) return children(node, folds);
  // Close any `<details>` opened inside this element.
  const inner: Folds = { open: 0 };
  const content = children(node, inner) + "</details>".repeat(inner.open);
  return `<${tagName}${attributes(tagName, properties)}>${content}</${tagName}>`;
}

function attributes(tagName: string, properties: Readonly<Record<string, unknown>>): string {
  const { start, style } = properties;
  if (tagName === "ol" && typeof start === "number" && Number.isSafeInteger(start))
    return ` start="${start}"`;
  if ((tagName === "th" || tagName === "td") && style === "text-align: right") return ' class="right"';
  return "";
}

/** Writes a link if its target is an http, https or mailto URL; otherwise only its content. */
function writeLink(target: unknown, content: string): string {
  const isLink =
    typeof target === "string" && /^(?:https?:\/\/|mailto:)/iu.test(target) && URL.canParse(target);
  if (!isLink) return content;
  return `<a href="${escapeHtml(target)}" rel="nofollow noopener noreferrer ugc">${content}</a>`;
}

function writeRaw(raw: string, folds: Folds, around?: "p"): string {
  const summary = /^<details>\s*<summary>([^<>]*)<\/summary>\s*$/u.exec(raw)?.[1];
  if (summary !== undefined) {
    folds.open++;
    return `<details><summary>${escapeHtml(decodeEntities(summary))}</summary>`;
  }
  if (raw.trim() === "</details>" && folds.open > 0) {
    folds.open--;
    return "</details>";
  }
  const text = escapeHtml(raw);
  return around === "p" ? `<p>${text}</p>` : text;
}

const entities: Readonly<Record<string, string>> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#39;": "'",
};

function decodeEntities(text: string): string {
  return text.replace(/&(?:amp|lt|gt|quot|#39);/gu, (entity) => entities[entity] ?? entity);
}
