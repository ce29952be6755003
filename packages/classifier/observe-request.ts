import { limits } from "./limits.ts";
import { type RequestSignals, type SignalHeader, splitTarget } from "./request-signals.ts";
import type { AddressOutcome, Signals, SignatureOutcome } from "./signals.ts";

/** The beginning of the Accept header that all browsers have sent since 2010 when they open a page. */
const pageAccept = /^text\/html,application\/xhtml\+xml,application\/xml;q=0\.9,/u;
const { acceptCharsMax, brandsMax, brandCharsMax, tokenCharsMax } = limits;

/** The signals without headers, as in most log lines. */
const nothing: Omit<Signals, "isNamed" | "asksForMarkdownFile" | "address" | "signature"> = {
  hasHeaders: false,
  accept: "",
  hasLanguage: false,
  brands: [],
  fetchMode: "",
  fetchDest: "",
  from: "",
  speaksMcp: false,
  hasConversation: false,
  isTraced: false,
};

/** Reduces a request to its signals. The caller checks the address and signature. */
export function observeRequest(
  request: RequestSignals,
  outcomes: { address: AddressOutcome | null; signature: SignatureOutcome | null },
): Signals {
  const { headers } = request;
  const always = {
    isNamed: isNamed(request),
    asksForMarkdownFile: asksForMarkdownFile(request),
    ...outcomes,
  };
  if (headers === null) return { ...nothing, ...always };
  const get = (name: SignalHeader) => headers[name] ?? "";
  const accept = get("accept").trim();
  const language = get("accept-language");
  const brands = get("sec-ch-ua");
  return {
    // Every client sends Accept, and browsers also send the others, so if all are missing, headers were not recorded.
    hasHeaders: accept !== "" || language !== "" || brands !== "" || get("sec-fetch-mode") !== "",
    accept: pageAccept.test(accept) ? "html" : accept.slice(0, acceptCharsMax),
    hasLanguage: language !== "",
    brands: readBrands(brands),
    fetchMode: readToken(get("sec-fetch-mode")),
    fetchDest: readToken(get("sec-fetch-dest")),
    from: readDomain(get("from")),
    speaksMcp: get("mcp-protocol-version") !== "",
    // Only their presence is used: the values identify a conversation, and thus a person.
    hasConversation: get("x-conversation-id") !== "",
    isTraced: get("traceparent") !== "" && get("baggage") !== "",
    ...always,
  };
}

/** Returns the brands sorted, since browsers shuffle them, and without the placeholder brand, such as “Not A Brand”. */
function readBrands(header: string): string[] {
  const quoted = header.slice(0, limits.brandsCharsMax).matchAll(/"([^"\\]*)"\s*;\s*v=/gu);
  return [...quoted]
    .map(([, brand = ""]) => brand.slice(0, brandCharsMax).replaceAll("|", " "))
    .filter((brand) => brand !== "" && !/not.{0,4}a.{0,4}brand/iu.test(brand))
    .slice(0, brandsMax)
    .sort();
}

/** Returns a word from the short lists that browsers use, and discards any other value. */
function readToken(header: string): string {
  return /^[a-z-]+$/u.test(header) && header.length <= tokenCharsMax ? header : "";
}

/**
 * Reads `gptbot(at)openai.com`, or the same address with an @. Keeps only the domain, because the rest may name a
 * person.
 */
function readDomain(from: string): string {
  const at = /(?:@|\(at\))([a-z0-9.-]{1,100})\W*$/iu.exec(from.slice(-limits.fromCharsMax));
  return at?.[1]?.toLowerCase() ?? "";
}

/** Whether the sender identified the visitor. This matters only if there is no user agent. */
export function isNamed(request: Pick<RequestSignals, "isNamed" | "userAgent">): boolean {
  return request.isNamed === true && request.userAgent === "";
}

/** Whether the path is that of a Markdown file. `/llms.txt` is Markdown by its specification. */
export function asksForMarkdownFile(request: Pick<RequestSignals, "path" | "authority">): boolean {
  // Most pages have no dot in their path, and this is called for each event.
  if (!request.path.includes(".")) return false;
  const { target } = splitTarget(request);
  const query = target.search(/[?#]/u);
  const end = query === -1 ? target.length : query;
  return /(?:\.(?:md|mdx|markdown)|\/llms(?:-full)?\.txt)$/iu.test(target.slice(Math.max(0, end - 24), end));
}
