import type { Found } from "./active-part.ts";

const picture = /^data\s*:\s*image\/(?:png|jpe?g|gif|webp|avif)$/iu;

/** Whether an address is code or a whole document, after its escapes are resolved. */
export function isCodeAddress(href: string): boolean {
  if (!href.includes(":") && !href.includes("&")) return false;
  const address = plainAddress(href.slice(0, schemeCharsMax)).trim();
  if (/^(?:java|vb|live)script\s*:/iu.test(address)) return true;
  return /^data\s*:/iu.test(address) && !picture.test(address.split(/[;,]/u, 1)[0] ?? "");
}

export function codeAddressAt(href: string, at: number): Found {
  const text = plainAddress(href);
  return { kind: "address", name: `${text.split(":", 1)[0]?.trim().toLowerCase() ?? ""}:`, text, at };
}

/** At most this many characters are searched for an address's scheme, which spaces and entities can make long. */
const schemeCharsMax = 2000;

/** Where addresses can occur in text: destinations, definitions, attributes, autolinks, and YAML or JSON values. */
const beforeAddress = /(?:\]\( ?<? ?|\]: ?<? ?|= ?[{(]? ?["'`]? ?|<|[[,:] ?["'`] ?)$/u;
const scheme = /(?:(?:java|vb|live)script ?:|data ?: ?(?:[\w.+-]{1,60}\/[\w.+-]{1,60}|[;,]))/giu;

/** A quick filter, applied to text without control characters: pages that do not match have no such address. */
const mayBeCode = /(?:java|vb|live)script|data\s?\\?:|&(?:#|tab;|newline;|colon;)/iu;

const addressesMax = 500;

/**
 * Finds addresses that are code. Addresses are recognized by the text before them, because Markdown parsers disagree
 * about what is a link. Takes linear time.
 */
export function findCodeAddresses(text: string): Found[] {
  if (!mayBeCode.test(text.replace(/[^\P{Cc} ]+/gu, ""))) return [];
  const found: Found[] = [];
  let at = 0;
  for (const paragraph of text.split(/(?<=\n)(?=[ \t]*\r?\n)/u)) {
    const whole = plainAddress(paragraph).replace(/\s+/gu, " ");
    for (const { 0: name, index } of whole.matchAll(scheme)) {
      if (picture.test(name) || !beforeAddress.test(whole.slice(Math.max(0, index - 12), index))) continue;
      // A page with so many addresses is hostile, and people could not review it anyway.
      if (found.length >= addressesMax)
        return [...found, { kind: "unreadable", name: "too many addresses that are code", text, at }];
      const value = whole.slice(index, index + 5000).split(/[\s)>"'`]/u, 1)[0] ?? "";
      found.push(codeAddressAt(value.includes(":") ? value : name, at));
    }
    at += paragraph.length;
  }
  return found;
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
    .replace(/[^\P{Cc}\t\r\n]/gu, "")
    .replace(/(?<=[a-z])[\t\r\n]+(?=[a-z:])/giu, "");
}
